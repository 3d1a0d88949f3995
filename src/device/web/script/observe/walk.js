// The walk over the elements, in document order.
const childrenOf = (element, name) => nodesOf(element, name).filter((node) => typeOf(node) === 1);
const ownText = (element) => {
  for (let node = firstOf(element); node; node = nextOf(node)) {
    if (typeOf(node) === 3 && sees(node.data)) return true;
  }
  return false;
};

// Rows of data: the children of a list or table, and siblings of the same kind outside of navigation.
const rowsOf = (element, name, role, children) => {
  if (children.length < 2 || matches(element, NAVIGATION)) return false;
  const list = name === 'ul' || name === 'ol' || name === 'tbody' || ['list', 'listbox', 'grid', 'rowgroup', 'tree', 'feed'].includes(role);
  if (list) return true;
  if (children.length < 4 || name === 'tr' || name === 'select' || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return false;
  const kind = (child) => `${nameOf(child)}.${attribute(child, 'class') || ''}`;
  const first = kind(children[1]);
  if (matches(children[1], CONTROLS) || !first.includes('.')) return false;
  return first.length > nameOf(children[1]).length + 1 && children.filter((child) => kind(child) === first).length >= Math.max(4, children.length * 0.8);
};

const walk = (element, context) => {
  nodes += 1;
  if (nodes > MOST_NODES || context.depth > 1500) { truncated = true; return; }
  const name = nameOf(element);
  if (SKIPPED.has(name)) return;
  const style = (documentOf(element).defaultView || globalThis).getComputedStyle(element);
  if (style.display === 'none') return;
  const raw = boxOf(element);
  const box = { l: raw.left + context.x, t: raw.top + context.y, r: raw.right + context.x, b: raw.bottom + context.y };
  const position = style.position;
  const within = position === 'fixed' ? context.frame : position === 'absolute' ? context.placed : context.clip;
  let area = meet(box, within);
  const role = (attribute(element, 'role') || '').split(' ')[0];
  const faint = context.faint || Number(style.opacity) < 0.05;
  const visible = style.visibility === 'visible';
  const mute = context.mute || attribute(element, 'aria-hidden') === 'true';
  const next = { ...context, depth: context.depth + 1, faint, mute, cursor: style.cursor, pressed: false };
  const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
  const root = name === 'body' || name === 'html';
  next.clip = clips && !root ? area : within;
  if (position !== 'static' || style.transform !== 'none') next.placed = next.clip;
  if (name === 'iframe' || name === 'frame') { frame(element, box, area, next, context, visible && !faint); return; }
  const children = childrenOf(element, name);
  let control = visible ? controlOf(element, name, style, context) : null;
  if (visible && !control && context.pressed) control = { c: name, k: null, a: ['tap'], listener: true };
  const toggle = visible && !root && (name === 'label' || (control && control.k === null)) ? toggleOf(element, name) : null;
  if (toggle) control = { c: toggle.type === 'radio' ? 'input.RadioButton' : 'input.CheckBox', k: 'toggle', a: ['tap'] };
  const subject = toggle || element;
  const parts = control && !toggle && !root && control.k !== 'field' && children.length > 0 ? partsOf(element, style, control.drawn ? 5 : 1) : NO_PARTS;
  // A large part that is grabbed moves what is seen of a map, and nothing else.
  const carried = visible && !root && (!control || control.a[0] !== 'type') && isCarried(element, name, style, context)
    && (area.r - area.l) * (area.b - area.t) < width * height * 0.3;
  // What listens for all that is inside of it (frameworks listen at the root) is not pressed itself.
  const shadowed = control && !toggle && !root && control.k === null ? shadowControls(element, 3) : [];
  if (control && control.listener && !root) {
    const large = (area.r - area.l) * (area.b - area.t) > width * height * 0.4;
    const inside = Math.max(shownControls(element, 2), shadowed.length);
    const group = parts.hands > 1 && style.cursor !== 'pointer' && !ownText(element);
    const words = control.drawn && !isPicture(name) && Boolean(wordsOf(element));
    // A map of ideas or a diagram: what is drawn hears the presses of all its pieces and moves them.
    const isMap = large && inside === 0 && !isPicture(name) && (hears(element) & 36) === 36 && Boolean(wordsOf(element));
    if (isMap) next.edited = hears(element);
    if (inside > 1 || group || isMap || (large && (inside > 0 || words)) || (inside === 1 && aroundField(element, shadowed[0], box))) control = null;
  }
  if (root) control = null;
  // A list that listens for presses of its rows: each of them is pressed, not the list.
  if (control && control.k === null && control.a[0] === 'tap' && !control.drawn && rowsOf(element, name, role, children)
    && !find(element, CONTROLS)) {
    control = null;
    next.pressed = true;
  }
  // A toggle that is drawn by its label.
  if (control && control.k === 'toggle' && name === 'input' && element.labels && element.labels.length) {
    const tiny = box.r - box.l < 4 || box.b - box.t < 4 || faint || style.clipPath !== 'none' || empty(area);
    if (tiny) {
      const label = boxOf(element.labels[0]);
      area = meet({ l: label.left + context.x, t: label.top + context.y, r: label.right + context.x, b: label.bottom + context.y }, context.clip);
    }
  }
  if (carried && !control) control = { c: name, k: null, a: [], listener: true };
  const list = context.list ? { li: context.list, ro: context.row } : {};
  const base = () => ({
    // A page that is edited in a frame is content, with ids that the editor makes.
    b: round(area), i: context.made ? '' : idOf(subject), d: describe(subject), z: Math.min(context.depth, 60000), up: context.parent, ...list,
  });
  let number = 0;
  let leaf = false;
  const typedInto = control && control.k === 'field' && element === active;
  if (control && (!empty(area) || typedInto)) {
    const inner = control.k === null && (find(element, `${CONTROLS},iframe`) || shadowed.length > (shadowOf(element) ? 1 : 0));
    const parted = parts.hearing + parts.hands + (control.k === null ? 0 : parts.controls) > 0;
    leaf = !inner && control.k !== null || (!inner && children.length < 12 && wordsOf(element).length <= 120 && !(parted && control.drawn));
    // Its words are told with it; of what is inside only the parts are.
    next.told = leaf && parted;
    let tap = empty(area) ? null : reach(element, area, (leaf && !parted) || control.k === 'field') || (next.told ? reach(element, area, true) : null);
    // A field that is large enough to be seen is covered if no finger reaches it, or scrolled out of view.
    const isSeen = (part) => part.r - part.l >= LEAST_SEEN && part.b - part.t >= LEAST_SEEN / 2;
    const isAway = isSeen(box) && isSeen(within) && (box.b <= within.t || box.t >= within.b);
    if (!tap && typedInto && (faint || !(isSeen(area) || isAway))) [tap, area] = drawnField(element, context) || [null, area];
    if (tap) {
      const field = control.k === 'field';
      const hides = field && secret(element, style);
      let text = '';
      if (field) text = hides ? '' : name === 'input' || name === 'textarea' ? clean(element.value) : wordsOf(element);
      else if (name === 'select') text = clean(element.selectedOptions[0] ? element.selectedOptions[0].label : '');
      else if (control.c.startsWith('input.') && control.k === 'button') text = clean(element.value || (element.type === 'submit' ? 'Submit' : element.type === 'reset' ? 'Reset' : ''));
      else if (control.k === 'toggle' && isToggle(subject)) text = labelsOf(subject) || (toggle ? wordsOf(element) : '');
      else if (control.k === 'slider') text = clean(element.value ?? attribute(element, 'aria-valuenow') ?? '');
      else if (leaf) text = (control.k !== null && parts.controls ? firstLine(element) : wordsOf(element)) || (mute ? '' : iconWords(element)) || (control.k !== null && !describe(element) ? hostWords(element) || shadowWords(element) : '');
      const actions = [...control.a];
      if ((listeners(element) & 2) && actions[0] === 'tap') actions.push('long_tap');
      if (carried) actions.push('drag');
      if (doubled(element) && !field && !actions.includes('double_tap')) actions.push('double_tap');
      // A line between the commands of a menu is none of them.
      if (leaf && control.a[0] === 'tap' && name !== 'select' && /^[-\u2013\u2014_=\s]{3,}$/.test(text || describe(element))) return;
      if (leaf && list.li && control.a[0] === 'tap' && !text && !describe(element) && area.b - area.t < LEAST_ROW) return;
      const labelled = field || name === 'select' || control.k === 'slider';
      number = push(element, {
        ...base(), c: control.c, k: control.k, x: tap, a: actions, t: text,
        h: hintOf(element),
        p: labelled ? labelsOf(element) || wordsBefore(element) : '', w: labelled ? '' : has(element, 'aria-labelledby') ? labelsOf(element) : leaf && !text ? (control.k === 'toggle' && !isToggle(subject) && (labelsOf(element) || wordsAfter(element))) || glyphWords(element) || classWords(element) : '',
        dis: isDisabled(subject), chk: checkedOf(subject, control), sel: chosen(element), foc: subject === active, pw: hides,
        ek: field && !element.form && Boolean(hears(element) & 16), f: formOf(subject), l: linkOf(element, name),
      });
      if (number) next.parent = number;
      // What is only carried takes no presses of what is inside.
      if (number && !leaf && actions[0] !== 'drag') next.press = number;
      if ((leaf && !next.told) || field || name === 'select') return;
    } else { hidden.push(element); if (control.k !== null) return; }
  }
  if (!number && visible && !faint && !empty(area) && !context.told) {
    number = passive(element, name, role, style, area, base, context, next, mute);
    if (number < 0) return;
  }
  if (!number && !root && visible && !empty(area) && !context.told) number = scroller(element, style, area, base, next);
  if (!root && !next.told && rowsOf(element, name, role, children) && !empty(area)) {
    const at = number && widgets[number - 1].k === null ? number : push(element, { ...base(), c: name, k: 'list', x: null, a: [], t: '' });
    if (at) {
      widgets[at - 1].k = widgets[at - 1].k || 'list';
      next.list = at;
      next.parent = at;
      children.forEach((child, row) => walk(child, { ...next, row }));
      return;
    }
  }
  for (const child of children) walk(child, next);
};

// Where the text of a field is drawn that cannot be seen itself but has the focus, as in editors that draw their
// text: a point that a finger reaches, and the area.
const drawnField = (element, context) => {
  for (let outer = above(element); outer && typeOf(outer) === 1; outer = above(outer)) {
    const box = boxOf(outer);
    const area = meet({ l: box.left + context.x, t: box.top + context.y, r: box.right + context.x, b: box.bottom + context.y }, context.frame);
    if (area.r - area.l < LEAST_EDITOR || area.b - area.t < LEAST_EDITOR / 2) continue;
    const tap = reach(outer, area, true);
    if (tap) return [tap, area];
  }
  return null;
};

// What can be done with the pieces of what hears `bits` for all of them.
const heardIn = (bits) => [
  ...(bits & 5 ? ['tap'] : []), ...(bits & 2 ? ['long_tap'] : []), ...(bits & 8 ? ['double_tap'] : []), ...((bits & 36) === 36 ? ['drag'] : []),
];

// Words, pictures and what only the picture shows. -1 if its inside is told by it.
const passive = (element, name, role, style, area, base, context, next, mute) => {
  if (name === 'canvas' || name === 'embed' || name === 'object') {
    if (area.r - area.l < 48 || area.b - area.t < 48) return -1;
    const tap = reach(element, area, true);
    if (tap) push(element, { ...base(), c: name, k: 'opaque', x: tap, a: ['tap'], t: '', o: true });
    return -1;
  }
  if (name === 'progress' || role === 'progressbar' || attribute(element, 'aria-busy') === 'true') {
    const shown = name === 'progress' || role === 'progressbar';
    if (shown && shows(element, area, style)) {
      const known = has(element, 'aria-valuenow') || (name === 'progress' && has(element, 'value'));
      push(element, { ...base(), c: name, k: known ? 'text' : 'progress', x: null, a: [], t: wordsOf(element), d: describe(element) || 'progress' });
      return -1;
    }
  }
  const inherits = context.press ? { n: context.press, a: ['tap'] } : { a: heardIn(context.edited) };
  if (name === 'img' || role === 'img' || (name === 'svg' && (describe(element) || find(element, 'title')))) {
    const words = describe(element) || iconWords(element);
    if (words && !mute && shows(element, area, style)) {
      push(element, { ...base(), c: name, k: 'image', x: context.press || context.edited ? reach(element, area, true) : null, ...inherits, t: '', d: words });
    }
    return -1;
  }
  if (mute || !ownText(element)) return 0;
  const told = !find(element, CONTROLS) && !shadowOf(element) && find(element, '*') ? element.getElementsByTagName('*').length <= 24 : !find(element, '*');
  const whole = told && ![...element.getElementsByTagName('*')].some((inner) => listeners(inner) & 1);
  let text = '';
  if (whole) text = wordsOf(element);
  else {
    for (let node = firstOf(element); node; node = nextOf(node)) if (typeOf(node) === 3) text += ` ${node.data}`;
    text = clean(text);
  }
  if (!sees(text)) return 0;
  if (!shows(element, area, style)) { hidden.push(element); return whole ? -1 : 0; }
  const title = /^h[1-6]$/.test(name) || role === 'heading';
  push(element, { ...base(), c: name, k: 'text', x: [((area.l + area.r) / 2) | 0, ((area.t + area.b) / 2) | 0], ...inherits, t: text });
  if (title && !context.list && (!heading || Number(name[1] || 9) < heading.level)) heading = { text, level: Number(name[1] || 9), element };
  return whole ? -1 : 0;
};

// A part with a scroll bar of its own, and more in it than it shows.
const scrolls = (overflow, size, client) => (overflow === 'auto' || overflow === 'scroll') && size > client + 8;

// The directions in which a part shows nothing more.
const endsOf = (element, down, aside) => [
  ...(down && element.scrollTop < 2 ? ['up'] : []),
  ...(down && element.scrollTop + element.clientHeight > element.scrollHeight - 2 ? ['down'] : []),
  ...(aside && element.scrollLeft < 2 ? ['left'] : []),
  ...(aside && element.scrollLeft + element.clientWidth > element.scrollWidth - 2 ? ['right'] : []),
];

// Names of the first controls that lie further down or to the right than `area`, which is what a part shows.
const MOST_FURTHER = 12;
const MOST_LOOKED_AT = 400;
const furtherIn = (element, area, context, down, aside) => {
  const names = new Set();
  const parts = Element.prototype.querySelectorAll.call(element, CONTROLS);
  const view = documentOf(element).defaultView || globalThis;
  for (let at = 0; at < parts.length && at < MOST_LOOKED_AT && names.size < MOST_FURTHER; at += 1) {
    const box = boxOf(parts[at]);
    const below = down && box.top + context.y >= area.b - 1;
    const beside = aside && box.left + context.x >= area.r - 1;
    if ((!below && !beside) || box.width < 1 || box.height < 1) continue;
    if (view.getComputedStyle(parts[at]).visibility !== 'visible') continue;
    const name = clean(attribute(parts[at], 'aria-label') || firstLine(parts[at]) || attribute(parts[at], 'placeholder'));
    if (sees(name)) names.add(name.slice(0, 40));
  }
  return [...names];
};

const scroller = (element, style, area, base, next) => {
  const down = scrolls(style.overflowY, element.scrollHeight, element.clientHeight);
  const aside = scrolls(style.overflowX, element.scrollWidth, element.clientWidth);
  if ((!down && !aside) || area.r - area.l < 40 || area.b - area.t < 24) return 0;
  const tap = reach(element, area, true);
  if (!tap) return 0;
  // Containers as tall as this are scrolled up and down; sideways they are swiped.
  const wide = area.r - area.l > 2 * (area.b - area.t);
  const a = aside && !wide ? (down ? ['scroll', 'swipe'] : ['swipe']) : ['scroll'];
  const c = wide && down && !aside ? `${nameOf(element)}.vertical` : nameOf(element);
  const told = { e: endsOf(element, down, aside), m: furtherIn(element, area, next, down, aside) };
  const number = push(element, { ...base(), c, k: 'list', x: tap, a, t: '', ...told });
  if (number) { next.parent = number; next.press = 0; }
  return number;
};

const frame = (element, box, area, next, context, visible) => {
  if (!visible || empty(area)) return;
  let inside = null;
  try { inside = element.contentDocument; } catch { inside = null; }
  if (!inside || !inside.documentElement) {
    const tap = reach(element, area, true);
    if (tap && area.r - area.l >= 48 && area.b - area.t >= 48) {
      push(element, {
        b: round(area), i: idOf(element), d: describe(element), z: context.depth, up: context.parent,
        c: 'iframe', k: 'opaque', x: tap, a: ['tap'], t: '', o: true,
      });
    }
    return;
  }
  const x = box.l + element.clientLeft;
  const y = box.t + element.clientTop;
  const clip = meet(area, { l: x, t: y, r: x + element.clientWidth, b: y + element.clientHeight });
  const told = (inside.defaultView || globalThis)[Symbol.for('ridealong.listeners')] || (() => 0);
  const heard = [inside, inside.documentElement, inside.body].reduce((all, part) => all | (part ? told(part) : 0), 0);
  // A page that is edited in a frame: the frame's document hears the presses of all that is in it.
  const edited = find(inside.documentElement, CONTROLS) ? 0 : heard;
  walk(inside.documentElement, { ...next, x, y, clip, placed: clip, frame: clip, cursor: 'auto', list: 0, press: 0, pressed: false, edited, made: context.made || edited !== 0 });
};
