// What an element is, is called and offers.
// An element with more elements inside than these is no cell of a table.
const MOST_PARTS = 12;
// So many elements inside of a control are looked at.
const MOST_INSIDE = 60;
// The least width and height of a part that is pressed by itself, in pixels.
const LEAST_PART = 6;
// The least width of what draws the text of a field, in pixels.
const LEAST_EDITOR = 48;
// A field is not seen if it is narrower, or half as high, in CSS pixels.
const LEAST_SEEN = 24;
// A row without words that is lower is a line between others.
const LEAST_ROW = 14;
// Words of at most so many characters are a name.
const LONGEST_NAME = 40;
// A field stands in at most so many elements of its own beside its label.
const MOST_WRAPPERS = 5;
// The words of a toggle have at most so many characters.
const LONGEST_TOGGLE = 200;
const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'title', 'source', 'track', 'datalist', 'defs', 'option', 'optgroup']);
const CONTROLS = 'a[href],button,input,select,textarea,summary,[contenteditable=""],[contenteditable=true],[contenteditable=plaintext-only],[role=button],[role=link],[role=tab],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=switch],[role=checkbox],[role=radio],[role=slider],[role=combobox],[role=textbox],[role=searchbox],[role=spinbutton],[role=treeitem],[onclick]';
const ROLES = {
  __proto__: null, button: 'button', link: 'button', menuitem: 'button', option: 'button', treeitem: 'button',
  tab: 'tab', switch: 'toggle', checkbox: 'toggle', radio: 'toggle', menuitemcheckbox: 'toggle', menuitemradio: 'toggle',
  slider: 'slider', progressbar: 'progress', textbox: 'field', searchbox: 'field', combobox: 'picker',
  img: 'image', image: 'image',
};
const BUTTONS = new Set(['button', 'submit', 'reset', 'image', 'file']);
const FILLED_IN = 'textarea,select,input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image])';
const FIELDS = 'textarea,input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image],[type=checkbox],[type=radio],[type=range],[type=color],[type=file])';
const NAVIGATION = 'nav,header,footer,[role=navigation],[role=menu],[role=menubar],[role=tablist],[role=toolbar],[role=radiogroup],[role=group]';

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
// The words right before a field that has no label: "Date: [      ]", or in the cell or label before the one cell
// that it is alone in.
const wordsBefore = (element) => {
  const before = element.previousSibling;
  const suits = (words) => words.length <= LONGEST_NAME && /\p{L}/u.test(words);
  const words = before && before.nodeType === 3 ? clean(before.data) : '';
  if (suits(words)) return words;
  let cell = element;
  for (let level = 0; level < MOST_WRAPPERS; level += 1) {
    const beside = elementBefore(cell);
    if (beside) {
      const names = /^(label|td|th|dt|legend)$/.test(nameOf(beside)) || /label/i.test(attribute(beside, 'class') || '');
      const said = names && !find(beside, FILLED_IN) ? clean(beside.textContent) : '';
      return suits(said) ? said : '';
    }
    cell = parentOf(cell);
    if (!cell || typeOf(cell) !== 1 || Element.prototype.querySelectorAll.call(cell, FILLED_IN).length > 1) return '';
  }
  return '';
};
// The form of a date that a picker of dates puts into the field, if nothing else says what to type.
const hintOf = (element) => clean(['placeholder', 'aria-placeholder', 'data-date-format'].map((key) => attribute(element, key)).find(Boolean) || '');
const describe = (element) => clean(attribute(element, 'aria-label') || attribute(element, 'alt') || attribute(element, 'title') || (isCustom(element) && attribute(element, 'label')) || '');
const iconWords = (element) => {
  const inner = find(element, 'svg title,[aria-label],img[alt],[title]');
  if (!inner) return '';
  return nameOf(inner) === 'title' ? clean(inner.textContent) : describe(inner);
};
// The words right after a toggle that is made of other elements and has no label.
const wordsAfter = (element) => {
  const after = elementAfter(element);
  const words = after && !find(after, CONTROLS) ? firstLine(after) : '';
  return words.length <= LONGEST_TOGGLE ? words.slice(0, LONGEST_NAME).trim() : '';
};
// Styles that are made of utilities name what they do, not what they are for: `hover:underline`, `w-[3px]`, `bg-black/50`,
// `w-6`.
const UTILITY = /[:[/]|(?:^|\s)-?[hmpw][blrtxy]?-(?:\d|auto|full)/;
// What an icon without a name is called in the styles: the last class that is a word, of those that its
// neighbours do not have.
const classWords = (element) => {
  if (UTILITY.test(attribute(element, 'class') || '')) return '';
  const names = (of) => clean(attribute(of, 'class') || '').split(' ');
  const words = names(element).filter((word) => /^[a-z]+(-[a-z]+)*$/i.test(word));
  const beside = [elementBefore(element), elementAfter(element)].filter(Boolean).flatMap(names);
  const own = words.filter((word) => !beside.includes(word));
  return ((own.length ? own : words).pop() || '').replace(/-/g, ' ').slice(0, 40);
};
// An id with such signs was drawn at random, or counted up by React (`useId`) or a library of parts while the page was built: it is another
// one in the next run, or names another part of the page.
const MADE_ID = /[!$%()*+,;=?@^`{|}~]|:r[0-9a-z]+:|\u00abr[0-9a-z]+\u00bb|_r_[0-9a-z]+_|^(?:bits-c|downshift-|el-id-|ember|headlessui-[a-z-]+-|mui-|react-aria-?)\d/;
// Letters of both cases and digits in no order that words have, behind something that others have too.
const DRAWN_END = /^(.*[_-])([A-Za-z0-9]{5,})$/;
const drawn = new Map();
// True for an id whose end was drawn, as that of others that begin alike, so that it may be seen on one of them only.
const isDrawn = (id, element) => {
  const [, start, end] = DRAWN_END.exec(id) || [];
  if (!start || !/[A-Z]|\d[a-z]/.test(end)) return false;
  const key = `${start} ${end.length}`;
  if (!drawn.has(key)) {
    const alike = [...documentOf(element).querySelectorAll(`[id^="${CSS.escape(start)}"]`)].map((other) => other.id.slice(start.length));
    // A capital before no small letter, or a digit between letters.
    const turns = (other) => (other.match(/[a-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z](?![a-z]))/g) || []).length;
    drawn.set(key, alike.some((other) => other.length === end.length && !/[_-]/.test(other) && turns(other) > 2));
  }
  return drawn.get(key);
};
const idOf = (element) => {
  const ids = ['data-testid', 'id', 'name'].map((key) => clean(attribute(hostOf(element) || element, key) || '').slice(0, 120));
  return ids.find((id) => id && !MADE_ID.test(id) && !isDrawn(id, element)) || '';
};

const editable = (element) => element.isContentEditable === true && !(parentOf(element) && parentOf(element).isContentEditable);
// Lists that are searched by typing ask for no old entries by claiming to be a new password.
const searched = (element) => attribute(element, 'type') === 'search' || attribute(element, 'role') === 'combobox';
const secret = (element, style) => attribute(element, 'type') === 'password' || (style.webkitTextSecurity || 'none') !== 'none'
  || (/(current|new)-password/.test(attribute(element, 'autocomplete') || '') && !searched(element));

// What shows a picture of its own, whatever words are in it.
const isPicture = (name) => name === 'svg' || name === 'canvas';
// Frameworks listen for all events at the root of what they draw. A cell of a table may listen for as many.
const listensAtRoot = (element) => (listeners(element) & 3) === 3 && !has(element, 'onclick')
  && element.getElementsByTagName('*').length > MOST_PARTS;
// What listens for double clicks itself.
const doubled = (element) => Boolean(element.ondblclick)
  || (Boolean(listeners(element) & 8) && (!listensAtRoot(element) || has(element, 'tabindex')));

// The number of the form that the element belongs to, 0 for none.
const formOf = (element) => {
  const form = element.form || Element.prototype.closest.call(element, 'form');
  return form ? Array.prototype.indexOf.call(document.forms, form) + 1 : 0;
};
// True for an address in the same page whose place is shown. A route names nothing.
const isShownHere = (address) => {
  const fragment = address.startsWith('#') ? address.slice(1) : '';
  if (!fragment || fragment.startsWith('/') || fragment.startsWith('!')) return false;
  let name = fragment;
  try { name = decodeURIComponent(fragment); } catch { return false; }
  const target = document.getElementById(name) || document.getElementsByName(name)[0];
  return Boolean(target) && target.getClientRects().length > 0;
};
// The address that a link leads to; the fragment alone for a place that is shown on this page.
const linkOf = (element, name) => {
  if (name !== 'a' || !has(element, 'href') || has(element, 'download') || typeof element.href !== 'string') return '';
  const address = attribute(element, 'href') || '';
  const opens = ['role', 'aria-controls', 'aria-expanded', 'data-toggle', 'data-bs-toggle'].some((key) => has(element, key));
  return (!opens && isShownHere(address) ? address : element.href).slice(0, 2000);
};

const isToggle = (element) => nameOf(element) === 'input' && /^(checkbox|radio)$/.test(element.type);
// The checkbox or radio button that `element` stands for: a label or what listens for presses, with nothing else
// in it that is pressed and no other words than its label; or the label of one that is not shown.
const toggleOf = (element, name) => {
  const labelled = name === 'label' ? element.control : null;
  if (labelled && isToggle(labelled) && (!labelled.getClientRects().length || getComputedStyle(labelled).visibility === 'hidden')) return labelled;
  const inside = Array.prototype.filter.call(Element.prototype.querySelectorAll.call(element, CONTROLS), (one) => one.type !== 'hidden');
  if (inside.length !== 1 || !isToggle(inside[0])) return null;
  const words = wordsOf(element);
  return words.length <= LONGEST_TOGGLE && (!words || words === labelsOf(inside[0])) ? inside[0] : null;
};

// True for what gives the one field inside of it the focus, which fills most of its width.
const aroundField = (element, inShadow, box) => {
  const field = find(element, FIELDS) || inShadow;
  if (!field || !matches(field, FIELDS) || attribute(field, 'role') === 'combobox' || field.readOnly || has(field, 'aria-haspopup')) return false;
  return boxOf(field).width * 2 > box.r - box.l;
};

// What a class calls the part of a drop-down list that shows what is chosen.
const SELECT_CLASS = /(^|\s|[a-z]-)select(-|__)(content|control|selection|selector|trigger)($|\s)/i;
// What a class calls a button.
const BUTTON_CLASS = /(^|[\s_-])(btn|button)($|[\s_-])/;
// True for a button of a form that has something to fill in.
const sendsFields = (button) => Boolean(button.form && find(button.form, FILLED_IN));

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
  if (name === 'button' && element.type === 'submit' && sendsFields(element)) return { c: 'button.submit', k: ROLES[role] || 'button', a: ['tap'] };
  if (name === 'button' || name === 'summary') return { c: name, k: ROLES[role] || 'button', a: ['tap'] };
  // It gives a field the focus, as a touch on the field does, or sets a toggle that is offered itself.
  if (name === 'label' && !(hears(element) & 1) && !element.onclick && !(element.control && /^(file|range|color)$/.test(element.control.type))) return null;
  if (name === 'a' && /^(#|javascript:|$)/.test(attribute(element, 'href') ?? '') && BUTTON_CLASS.test(attribute(element, 'class') || '')) {
    return { c: 'a.button', k: 'button', a: ['tap'] };
  }
  if (name === 'a' && has(element, 'href')) return { c: 'a', k: ROLES[role] || 'button', a: ['tap'] };
  if (name === 'video' || name === 'audio') return { c: name, k: 'opaque', a: ['tap'] };
  const known = ROLES[role];
  if (role === 'slider') return { c: name + '.slider', k: 'slider', a: ['swipe'] };
  if (known && known !== 'image' && known !== 'progress') {
    return { c: `${name}.${role}`, k: known === 'field' ? 'button' : known, a: ['tap'] };
  }
  // What React and others keep for a picture says more than it listens for itself.
  const listens = listeners(element) | (isPicture(name) ? hears(element) : 0);
  const pointer = style.cursor === 'pointer' && context.cursor !== 'pointer';
  const kind = known || (name === 'a' ? 'button' : SELECT_CLASS.test(attribute(element, 'class') || '') ? 'picker' : null);
  // Styles for touch often leave out the pointer: a link without address and what calls itself a button
  // are pressed too.
  const called = BUTTON_CLASS.test(attribute(element, 'class') || '');
  const isRoot = !isPicture(name) && listensAtRoot(element);
  // What follows a finger: knobs, wheels and what is drawn upon. The words in a canvas are not shown.
  const drawn = Boolean(listens & 4) && !isRoot && !pointer && (name === 'canvas' || !ownText(element)) && !shownControls(element, 1);
  // What resizes something is dragged, and does nothing if it is pressed.
  if (drawn && /-resize$/.test(style.cursor)) return { c: name, k: kind, a: ['swipe'], listener: true, drawn };
  if (pointer || name === 'a' || (called && !find(element, CONTROLS)) || attribute(element, 'tabindex') === '0') {
    return { c: name, k: kind, a: drawn ? ['tap', 'swipe'] : ['tap'], listener: !pointer, drawn };
  }
  if (drawn && isPicture(name)) return { c: name, k: kind, a: ['tap', 'swipe'], listener: true, drawn: true };
  if (has(element, 'onclick') || (!isRoot && (element.onclick || hears(element) & 1))) {
    return { c: name, k: kind, a: ['tap'], listener: true };
  }
  // What is written into, and draws its text itself.
  if (listens & 4 && style.cursor === 'text' && !find(element, 'button,a[href]')) {
    return { c: name, k: kind, a: ['tap'], listener: true };
  }
  if (drawn) return { c: name, k: kind, a: ['tap', 'swipe'], listener: true, drawn: true };
  // A button, or what is dragged.
  if (listens & 4 && !isRoot && ownText(element) && wordsOf(element).length <= LONGEST_NAME && !shownControls(element, 1)) {
    return { c: name, k: kind, a: ['tap'], listener: true };
  }
  return doubled(element) ? { c: name, k: kind, a: ['double_tap'], listener: true } : null;
};

// What is carried elsewhere: it says so, or the pointer becomes a hand that grabs.
const GRABS = /^(-webkit-)?grab$|^move$|^all-scroll$/;
const isCarried = (element, name, style, context) => {
  if (name === 'canvas' || name === 'html' || name === 'body') return false;
  if (GRABS.test(style.cursor) && style.cursor !== context.cursor) return true;
  return element.draggable === true && name !== 'a' && name !== 'img';
};

const NO_PARTS = { controls: 0, hearing: 0, hands: 0 };

// How many controls inside of the element are shown, up to `most`.
const shownControls = (element, most) => {
  let count = 0;
  for (const inner of Element.prototype.querySelectorAll.call(element, CONTROLS)) {
    const box = boxOf(inner);
    if (box.width >= LEAST_PART && box.height >= LEAST_PART) count += 1;
    if (count >= most) break;
  }
  return count;
};

// What is inside of the control `element` and is pressed by itself: other controls, what hears presses, and
// where the pointer becomes a hand. How many of each, of the first elements inside.
const partsOf = (element, style, heardOnes) => {
  const parts = { controls: shownControls(element, 1), hearing: 0, hands: 0 };
  const whole = boxOf(element);
  let hand = style.cursor === 'pointer' ? element : null;
  for (const inner of Array.prototype.slice.call(element.getElementsByTagName('*'), 0, MOST_INSIDE)) {
    const box = boxOf(inner);
    const fills = box.width * box.height > whole.width * whole.height * 0.8;
    if (box.width < LEAST_PART || box.height < LEAST_PART || fills) continue;
    if (inner.onclick || hears(inner) & heardOnes) parts.hearing += 1;
    if (hand && contains(hand, inner)) continue;
    if ((documentOf(inner).defaultView || globalThis).getComputedStyle(inner).cursor === 'pointer') {
      parts.hands += 1;
      hand = inner;
    }
  }
  return parts;
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
}) || chosenByStyle(element);

// The present entry of a bar or list for navigation, which only a class marks.
const PRESENT = /(^|\s)(is-)?(active|current|selected)(\s|$)/;
const BAR_NAMES = /(^|[-_\s])(nav|navbar|tabs?|pills|steps?|stepper|wizard)([-_\s]|$)/i;
const chosenByStyle = (element) => {
  const isActive = (part) => PRESENT.test(attribute(part, 'class') || '');
  const parent = parentOf(element);
  const entry = parent && typeOf(parent) === 1 && nameOf(parent) === 'li' ? parent : element;
  if (!isActive(element) && !isActive(entry)) return false;
  const bar = parentOf(entry);
  if (!bar || typeOf(bar) !== 1) return false;
  const named = nameOf(bar) === 'nav' || BAR_NAMES.test(`${attribute(bar, 'class') || ''} ${attribute(bar, 'id') || ''}`);
  const marked = Array.prototype.filter.call(bar.children, (other) => isActive(other) || (other.firstElementChild && isActive(other.firstElementChild)));
  return named && marked.length === 1;
};
