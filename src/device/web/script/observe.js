// One observation of the page: what can be perceived and acted on, in document order.
//
// Names that a form's fields can shadow (`form.children`) are read through the prototypes. Lengths
// are in CSS pixels of the outermost viewport.
(() => {
  'use strict';
  const MOST_NODES = 40000;
  const MOST_WIDGETS = 1500;
  const LONGEST = 1000;
  const getter = (proto, name) => {
    const get = Object.getOwnPropertyDescriptor(proto, name).get;
    return (node) => get.call(node);
  };
  const nameOf = getter(Element.prototype, 'localName');
  const shadowOf = getter(Element.prototype, 'shadowRoot');
  const firstOf = getter(Node.prototype, 'firstChild');
  const nextOf = getter(Node.prototype, 'nextSibling');
  const parentOf = getter(Node.prototype, 'parentNode');
  const typeOf = getter(Node.prototype, 'nodeType');
  const documentOf = getter(Node.prototype, 'ownerDocument');
  const elementBefore = getter(Element.prototype, 'previousElementSibling');
  const elementAfter = getter(Element.prototype, 'nextElementSibling');
  const attributeGet = Element.prototype.getAttribute;
  const attribute = (element, name) => attributeGet.call(element, name);
  const has = (element, name) => attribute(element, name) !== null;
  const matches = (element, selector) => Element.prototype.matches.call(element, selector);
  const find = (element, selector) => Element.prototype.querySelector.call(element, selector);
  const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  // What an element listens for is remembered in the window of its document.
  const remembered = (element, name) => (documentOf(element).defaultView || globalThis)[Symbol.for(name)];
  const listeners = (element) => (remembered(element, 'ridealong.listeners') || (() => 0))(element);
  const heard = new Map();
  const unheard = (element) => {
    try { return (remembered(element, 'ridealong.unheard') || (() => null))(element, heard); } catch { return null; }
  };

  const clean = (text) => {
    let words = String(text ?? '').slice(0, LONGEST * 4).replace(/[\u0000-\u001f\u007f-\u009f\u00a0\s]+/g, ' ').trim();
    if (words.length > LONGEST) words = words.slice(0, LONGEST);
    return words.toWellFormed ? words.toWellFormed() : words;
  };
  const wordsOf = (element) => clean(typeof element.innerText === 'string' ? element.innerText : element.textContent);
  const sees = (text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

  const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'title', 'source', 'track', 'datalist', 'defs', 'option', 'optgroup']);
  const CONTROLS = 'a[href],button,input,select,textarea,summary,[contenteditable=""],[contenteditable=true],[contenteditable=plaintext-only],[role=button],[role=link],[role=tab],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=switch],[role=checkbox],[role=radio],[role=slider],[role=combobox],[role=textbox],[role=searchbox],[role=spinbutton],[role=treeitem],[onclick]';
  const ROLES = {
    __proto__: null, button: 'button', link: 'button', menuitem: 'button', option: 'button', treeitem: 'button',
    tab: 'tab', switch: 'toggle', checkbox: 'toggle', radio: 'toggle', menuitemcheckbox: 'toggle', menuitemradio: 'toggle',
    slider: 'slider', progressbar: 'progress', textbox: 'field', searchbox: 'field', combobox: 'picker',
    img: 'image', image: 'image',
  };
  const BUTTONS = new Set(['button', 'submit', 'reset', 'image', 'file']);
  const NAVIGATION = 'nav,header,footer,[role=navigation],[role=menu],[role=menubar],[role=tablist],[role=toolbar],[role=radiogroup],[role=group]';

  // How far from its middle a finger still takes a link, in pixels.
  const FINGER = [[-12, 0], [12, 0], [0, -12], [0, 12]];

  // A page that is wider than the viewport is shown smaller; all that is given is as it is shown.
  const view = globalThis.visualViewport;
  const scale = view && view.scale > 0 ? view.scale : 1;
  const left = view ? view.offsetLeft : 0;
  const top = view ? view.offsetTop : 0;
  const width = view ? view.width : innerWidth;
  const height = view ? view.height : innerHeight;
  const shownAt = ([x, y]) => [((x - left) * scale) | 0, ((y - top) * scale) | 0];
  const widgets = [];
  const elements = [];
  let nodes = 0;
  let truncated = false;
  const hidden = [];
  let heading = null;

  const meet = (one, other) => ({
    l: Math.max(one.l, other.l), t: Math.max(one.t, other.t), r: Math.min(one.r, other.r), b: Math.min(one.b, other.b),
  });
  const empty = (box) => box.r - box.l < 1 || box.b - box.t < 1;

  // The innermost element at a point, through shadow roots and frames of the same origin.
  const hitAt = (x, y) => {
    let scope = document;
    let hit = null;
    for (let depth = 0; depth < 64; depth += 1) {
      const inner = scope.elementFromPoint(x, y);
      if (!inner || inner === hit) return hit;
      hit = inner;
      const shadow = shadowOf(hit);
      if (shadow) { scope = shadow; continue; }
      if (nameOf(hit) !== 'iframe') return hit;
      let inside = null;
      try { inside = hit.contentDocument; } catch { inside = null; }
      if (!inside) return hit;
      const box = boxOf(hit);
      x -= box.left + hit.clientLeft;
      y -= box.top + hit.clientTop;
      scope = inside;
    }
    return hit;
  };
  const above = (node) => {
    const parent = parentOf(node);
    if (!parent) return null;
    if (typeOf(parent) === 11) return parent.host || null;
    if (typeOf(parent) === 9) { try { return parent.defaultView.frameElement; } catch { return null; } }
    return parent;
  };
  const contains = (outer, inner) => {
    for (let node = inner; node; node = above(node)) if (node === outer) return true;
    return false;
  };

  const labelsOf = (element) => {
    const ids = attribute(element, 'aria-labelledby');
    if (ids) {
      const parts = ids.split(/\s+/).map((id) => documentOf(element).getElementById(id)).filter(Boolean);
      const text = clean(parts.map((part) => wordsOf(part) || part.textContent).join(' '));
      if (text) return text;
    }
    const labels = element.labels;
    if (!labels || !labels.length) return '';
    return clean([...labels].map((label) => wordsOf(label)).join(' '));
  };
  const describe = (element) => clean(attribute(element, 'aria-label') || attribute(element, 'alt') || attribute(element, 'title') || '');
  const iconWords = (element) => {
    const inner = find(element, 'svg title,[aria-label],img[alt],[title]');
    if (!inner) return '';
    return nameOf(inner) === 'title' ? clean(inner.textContent) : describe(inner);
  };
  // What an icon without a name is called in the styles: the last class that is a word, of those that its
  // neighbours do not have.
  const classWords = (element) => {
    const names = (of) => clean(attribute(of, 'class') || '').split(' ');
    const words = names(element).filter((word) => /^[a-z]+(-[a-z]+)*$/i.test(word));
    const beside = [elementBefore(element), elementAfter(element)].filter(Boolean).flatMap(names);
    const own = words.filter((word) => !beside.includes(word));
    return ((own.length ? own : words).pop() || '').replace(/-/g, ' ').slice(0, 40);
  };
  const idOf = (element) => clean(attribute(element, 'data-testid') || attribute(element, 'id') || attribute(element, 'name') || '').slice(0, 120);

  const editable = (element) => element.isContentEditable === true && !(parentOf(element) && parentOf(element).isContentEditable);
  // Lists that are searched by typing ask for no old entries by claiming to be a new password.
  const searched = (element) => attribute(element, 'type') === 'search' || attribute(element, 'role') === 'combobox';
  const secret = (element, style) => attribute(element, 'type') === 'password' || (style.webkitTextSecurity || 'none') !== 'none'
    || (/(current|new)-password/.test(attribute(element, 'autocomplete') || '') && !searched(element));

  // Frameworks listen for all events at the root of what they draw.
  const listensAtRoot = (element) => (listeners(element) & 3) === 3 && !has(element, 'onclick');
  // What listens for double clicks itself.
  const doubled = (element) => Boolean(element.ondblclick)
    || (Boolean(listeners(element) & 8) && (!listensAtRoot(element) || has(element, 'tabindex')));

  // What the element is: class, role, actions. Null if it does nothing by itself.
  const controlOf = (element, name, style, context) => {
    const role = (attribute(element, 'role') || '').split(' ')[0];
    if (name === 'input') {
      const type = (element.type || 'text').toLowerCase();
      if (type === 'hidden') return null;
      if (type === 'checkbox') return { c: 'input.CheckBox', k: 'toggle', a: ['tap'] };
      if (type === 'radio') return { c: 'input.RadioButton', k: 'toggle', a: ['tap'] };
      if (type === 'range') return { c: 'input.Range', k: 'slider', a: ['swipe'] };
      if (BUTTONS.has(type)) return { c: `input.${type}`, k: 'button', a: ['tap'] };
      return { c: type === 'text' ? 'input' : `input.${type}`, k: 'field', a: ['type'] };
    }
    if (name === 'textarea') return { c: 'textarea', k: 'field', a: ['type'] };
    if (editable(element)) return { c: `${name}.editable`, k: 'field', a: ['type'] };
    if (name === 'select') return { c: 'select', k: 'picker', a: ['tap'] };
    if (name === 'button' || name === 'summary') return { c: name, k: ROLES[role] || 'button', a: ['tap'] };
    if (name === 'a' && has(element, 'href')) return { c: 'a', k: ROLES[role] || 'button', a: ['tap'] };
    if (name === 'video' || name === 'audio') return { c: name, k: 'opaque', a: ['tap'] };
    const known = ROLES[role];
    if (role === 'slider') return { c: name + '.slider', k: 'slider', a: ['swipe'] };
    if (known && known !== 'image' && known !== 'progress') {
      return { c: `${name}.${role}`, k: known === 'field' ? 'button' : known, a: ['tap'] };
    }
    const listens = listeners(element);
    const pointer = style.cursor === 'pointer' && context.cursor !== 'pointer';
    const kind = known || (name === 'a' ? 'button' : null);
    // Styles for touch often leave out the pointer: a link without address and what calls itself a button
    // are pressed too.
    const called = /(^|[\s_-])(btn|button)($|[\s_-])/.test(attribute(element, 'class') || '');
    if (pointer || name === 'a' || (called && !find(element, CONTROLS)) || attribute(element, 'tabindex') === '0') {
      return { c: name, k: kind, a: ['tap'], listener: !pointer };
    }
    const isRoot = listensAtRoot(element);
    if (has(element, 'onclick') || (!isRoot && (element.onclick || listens & 1))) {
      return { c: name, k: kind, a: ['tap'], listener: true };
    }
    // What follows a finger: knobs, wheels and what is drawn upon.
    if (listens & 4 && !isRoot && !find(element, CONTROLS) && !ownText(element)) {
      return { c: name, k: kind, a: ['tap', 'swipe'], listener: true, drawn: true };
    }
    return doubled(element) ? { c: name, k: kind, a: ['double_tap'], listener: true } : null;
  };

  const isDisabled = (element) => matches(element, ':disabled') || attribute(element, 'aria-disabled') === 'true';
  const checkedOf = (element, control) => {
    if (control.k !== 'toggle') return null;
    if (control.c.startsWith('input.')) return element.checked === true;
    return (attribute(element, 'aria-checked') || attribute(element, 'aria-pressed')) === 'true';
  };
  const chosen = (element) => ['aria-selected', 'aria-current'].some((name) => {
    const value = attribute(element, name);
    return value !== null && value !== 'false';
  });

  const active = (() => {
    let element = document.activeElement;
    for (let depth = 0; element && depth < 64; depth += 1) {
      const shadow = shadowOf(element);
      let inner = shadow && shadow.activeElement;
      if (!inner && nameOf(element) === 'iframe') {
        try { inner = element.contentDocument && element.contentDocument.activeElement; } catch { inner = null; }
      }
      if (!inner) return element;
      element = inner;
    }
    return element;
  })();

  // A point of the area at which a finger reaches the element; null if something else is on top. A
  // finger that lands next to a link takes the link, so points with room around come first.
  const reach = (element, area, passes) => {
    const w = area.r - area.l;
    const h = area.b - area.t;
    const across = [[0.1, 0.5], [0.9, 0.5]];
    const down = [[0.5, 0.2], [0.5, 0.8]];
    const corners = [[0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]];
    const points = [[0.5, 0.5], ...(w > h ? [across, down] : [down, across]).flat(), ...corners];
    for (const rooms of passes ? [[]] : [FINGER, []]) {
      for (const [fx, fy] of points) {
        const x = Math.min(area.r - 1, area.l + w * fx) | 0;
        const y = Math.min(area.b - 1, area.t + h * fy) | 0;
        const hit = hitAt(x, y);
        if (!hit) continue;
        if (hit === element || contains(element, hit)) {
          const taken = (at) => at && contains(element, at) && ownControl(element, at);
          const near = () => rooms.some(([dx, dy]) => taken(hitAt(x + dx, y + dy)));
          if (passes || !(taken(hit) || near())) return [x, y];
        } else if (element.labels && [...element.labels].some((label) => label === hit || contains(label, hit))) {
          return [x, y];
        }
      }
    }
    return null;
  };
  // True if something inside of the element takes what hits `hit`.
  const ownControl = (element, hit) => {
    for (let node = hit; node && node !== element; node = above(node)) {
      if (typeOf(node) === 1 && matches(node, CONTROLS)) return true;
    }
    return false;
  };
  // True if the middle of the words can be seen.
  const shows = (element, area, style) => {
    if (style.pointerEvents === 'none') return true;
    for (const [fx, fy] of [[0.5, 0.5], [0.1, 0.3], [0.9, 0.7]]) {
      const hit = hitAt(Math.floor(area.l + (area.r - area.l - 1) * fx), Math.floor(area.t + (area.b - area.t - 1) * fy));
      if (hit && (hit === element || contains(element, hit) || contains(hit, element))) return true;
    }
    return false;
  };

  const push = (element, widget) => {
    if (widgets.length >= MOST_WIDGETS) { truncated = true; return 0; }
    const deaf = unheard(element);
    // What it offers works without a listener, as a link or a checkbox does.
    if (deaf) widget.u = deaf.filter((kind) => kind !== 'key' && !widget.a.includes(kind));
    widgets.push(widget);
    elements.push(element);
    return widgets.length;
  };
  const round = (box) => [Math.floor(box.l) | 0, Math.floor(box.t) | 0, Math.ceil(box.r) | 0, Math.ceil(box.b) | 0];

  const childrenOf = (element, name) => {
    const shadow = shadowOf(element);
    const list = [];
    if (name === 'slot') {
      const assigned = element.assignedNodes();
      if (assigned.length) return assigned.filter((node) => typeOf(node) === 1);
    }
    for (let node = firstOf(shadow || element); node; node = nextOf(node)) if (typeOf(node) === 1) list.push(node);
    return list;
  };
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
    // What listens for all that is inside of it (frameworks listen at the root) is not pressed itself.
    if (control && control.listener && !root) {
      const large = (area.r - area.l) * (area.b - area.t) > width * height * 0.4;
      const inside = Element.prototype.querySelectorAll.call(element, CONTROLS).length;
      if (inside > 1 || (large && (inside > 0 || control.drawn))) control = null;
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
    const list = context.list ? { li: context.list, ro: context.row } : {};
    const base = () => ({
      b: round(area), i: idOf(element), d: describe(element), z: Math.min(context.depth, 60000), up: context.parent, ...list,
    });
    let number = 0;
    let leaf = false;
    if (control && !empty(area)) {
      const inner = control.k === null && find(element, CONTROLS);
      leaf = !inner && control.k !== null || (!inner && children.length < 12 && wordsOf(element).length <= 120);
      const tap = reach(element, area, leaf || control.k === 'field');
      if (tap) {
        const field = control.k === 'field';
        const hides = field && secret(element, style);
        let text = '';
        if (field) text = hides ? '' : name === 'input' || name === 'textarea' ? clean(element.value) : wordsOf(element);
        else if (name === 'select') text = clean(element.selectedOptions[0] ? element.selectedOptions[0].label : '');
        else if (control.c.startsWith('input.') && control.k === 'button') text = clean(element.value || (element.type === 'submit' ? 'Submit' : element.type === 'reset' ? 'Reset' : ''));
        else if (control.k === 'toggle' && name === 'input') text = labelsOf(element);
        else if (control.k === 'slider') text = clean(element.value ?? attribute(element, 'aria-valuenow') ?? '');
        else if (leaf) text = wordsOf(element) || (mute ? '' : iconWords(element));
        const actions = [...control.a];
        if ((listeners(element) & 2) && actions[0] === 'tap') actions.push('long_tap');
        if (doubled(element) && !field && !actions.includes('double_tap')) actions.push('double_tap');
        // A line between the commands of a menu is none of them.
        if (leaf && control.a[0] === 'tap' && /^[-\u2013\u2014_=\s]{3,}$/.test(text || describe(element))) return;
        const labelled = field || name === 'select' || control.k === 'slider';
        number = push(element, {
          ...base(), c: control.c, k: control.k, x: tap, a: actions, t: text,
          h: clean(attribute(element, 'placeholder') || attribute(element, 'aria-placeholder') || ''),
          p: labelled ? labelsOf(element) : '', w: labelled ? '' : has(element, 'aria-labelledby') ? labelsOf(element) : leaf && !text ? classWords(element) : '',
          dis: isDisabled(element), chk: checkedOf(element, control), sel: chosen(element), foc: element === active, pw: hides,
        });
        if (number) next.parent = number;
        if (number && !leaf) next.press = number;
        if (leaf || field || name === 'select') return;
      } else { hidden.push(element); if (control.k !== null) return; }
    }
    if (!number && visible && !faint && !empty(area)) {
      number = passive(element, name, role, style, area, base, context, next, mute);
      if (number < 0) return;
    }
    if (!number && !root && visible && !empty(area)) number = scroller(element, style, area, base, next);
    if (!root && rowsOf(element, name, role, children) && !empty(area)) {
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
    const inherits = context.press ? { n: context.press, a: ['tap'] } : { a: [] };
    if (name === 'img' || role === 'img' || (name === 'svg' && (describe(element) || find(element, 'title')))) {
      const words = describe(element) || iconWords(element);
      if (words && !mute && shows(element, area, style)) {
        push(element, { ...base(), c: name, k: 'image', x: context.press ? reach(element, area, true) : null, ...inherits, t: '', d: words });
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

  const scroller = (element, style, area, base, next) => {
    const scrolls = (overflow, size, client) => (overflow === 'auto' || overflow === 'scroll') && size > client + 8;
    const down = scrolls(style.overflowY, element.scrollHeight, element.clientHeight);
    const aside = scrolls(style.overflowX, element.scrollWidth, element.clientWidth);
    if ((!down && !aside) || area.r - area.l < 40 || area.b - area.t < 24) return 0;
    const tap = reach(element, area, true);
    if (!tap) return 0;
    // Containers as tall as this are scrolled up and down; sideways they are swiped.
    const a = aside && area.r - area.l <= 2 * (area.b - area.t) ? (down ? ['scroll', 'swipe'] : ['swipe']) : ['scroll'];
    const number = push(element, { ...base(), c: nameOf(element), k: 'list', x: tap, a, t: '' });
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
    walk(inside.documentElement, { ...next, x, y, clip, placed: clip, frame: clip, cursor: 'auto', list: 0, pressed: false });
  };

  const whole = { l: left, t: top, r: left + width, b: top + height };
  const outer = document.scrollingElement || document.documentElement;
  if (document.documentElement) {
    const context = { depth: 1, x: 0, y: 0, clip: whole, placed: whole, frame: whole, parent: 0, press: 0, list: 0, row: 0, pressed: false, cursor: 'auto', faint: false, mute: false };
    const styles = [document.documentElement, document.body].filter(Boolean).map((part) => getComputedStyle(part));
    const down = outer.scrollHeight > height + 8 && !styles.some((style) => style.overflowY === 'hidden');
    const aside = outer.scrollWidth > width + 8 && !styles.some((style) => style.overflowX === 'hidden');
    if (down || aside) {
      const a = [...(down ? ['scroll'] : []), ...(aside ? ['swipe'] : [])];
      const x = [(left + width / 2) | 0, (top + height / 2) | 0];
      push(outer, { b: round(whole), i: '', d: '', z: 0, up: 0, c: 'html', k: 'list', x, a, t: '' });
      context.parent = 1;
    }
    walk(document.documentElement, context);
  }

  // A dialog is in front if what is marked as one is on top, or if a layer covers what else there is.
  const layerAt = (x, y) => {
    let layer = null;
    for (let node = hitAt(x, y); node && typeOf(node) === 1; node = above(node)) {
      if (matches(node, 'dialog:modal,[aria-modal=true],[role=dialog],[role=alertdialog]')) return node;
      if ((documentOf(node).defaultView || globalThis).getComputedStyle(node).position === 'fixed') layer = node;
    }
    return layer;
  };
  const middle = layerAt(left + width / 2, top + height / 2);
  const marked = middle && matches(middle, 'dialog:modal,[aria-modal=true],[role=dialog],[role=alertdialog]');
  const corners = [[4, 4], [width - 5, 4], [4, height - 5], [width - 5, height - 5]].map(([x, y]) => layerAt(left + x, top + y));
  // The whole app may be such a layer itself: what it hides of its own parts is behind no dialog.
  const covered = corners[0] !== null && corners.every((layer) => layer === corners[0])
    && hidden.some((element) => !contains(corners[0], element));
  const modal = Boolean(marked || covered);

  // What lies behind a popup over all the rest: a touch on it closes the popup.
  let behind = false;
  if (hidden.length > 0) {
    for (const [x, y] of [[8, 8], [width - 9, 8], [8, height - 9], [width - 9, height - 9]]) {
      const hit = hitAt(left + x, top + y);
      if (!hit || documentOf(hit) !== document || hit === document.body || hit === document.documentElement) continue;
      // What is drawn on is in front by itself.
      if (nameOf(hit) === 'canvas' || hidden.every((element) => contains(hit, element))) continue;
      const box = boxOf(hit);
      if (box.width * box.height < width * height * 0.7 || elements.some((element) => element !== hit && contains(hit, element))) continue;
      behind = true;
      const at = [(left + x) | 0, (top + y) | 0];
      const known = widgets[elements.indexOf(hit)];
      if (known) {
        // Nothing on it says what it does.
        if (!known.t && !known.d) Object.assign(known, { c: `${nameOf(hit)}.backdrop`, k: 'button', x: at, w: 'outside' });
        break;
      }
      const area = meet({ l: box.left, t: box.top, r: box.right, b: box.bottom }, whole);
      push(hit, { b: round(area), i: idOf(hit), d: '', z: 1, up: 0, c: `${nameOf(hit)}.backdrop`, k: 'button', x: at, a: ['tap'], t: '', w: 'outside' });
      break;
    }
  }

  const moving = document.getAnimations ? document.getAnimations().filter((animation) => {
    if (animation.playState !== 'running' || !animation.effect) return false;
    const timing = animation.effect.getComputedTiming();
    return Number.isFinite(timing.endTime) && timing.endTime < 5000;
  }).length : 0;
  const timers = (globalThis[Symbol.for('ridealong.timers')] || (() => 0))();
  // Pictures that were asked for and did not come. Drawings without a size of their own have none either.
  const isBroken = (image) => image.complete && image.naturalWidth === 0 && image.currentSrc
    && !/\.svg([?#]|$)|^data:/i.test(image.currentSrc) && image.getClientRects().length > 0;
  const broken = Array.from(document.images).filter(isBroken).slice(0, 20).map((image) => image.currentSrc.slice(0, 1000));
  const typed = active && (active.isContentEditable || /^(input|textarea|select)$/.test(nameOf(active)));
  const deafToKeys = !typed && Boolean((unheard(active || document.documentElement) || []).includes('key'));
  for (const widget of widgets) {
    const [l, t, r, b] = widget.b;
    widget.b = [...shownAt([l, t]), ...shownAt([r, b])];
    if (widget.x) widget.x = shownAt(widget.x);
  }
  return {
    url: location.href.slice(0, 4000), title: clean(document.title).slice(0, 200), heading: heading ? heading.text : null,
    width: Math.round(width * scale), height: Math.round(height * scale), modal: modal || behind, moving, timers, truncated, broken, deafToKeys,
    closable: Boolean(document.querySelector('dialog:modal, [popover]:popover-open')), loading: document.readyState === 'loading', scale, widgets,
  };
})()
