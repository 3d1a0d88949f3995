// Reading elements: names that a form's fields can shadow (`form.children`) are read through the prototypes.
const MOST_NODES = 40000;
const MOST_WIDGETS = 1500;
const LONGEST = 1000;
const getter = (proto, name) => {
  const get = Object.getOwnPropertyDescriptor(proto, name).get;
  return (node) => get.call(node);
};
const nameOf = getter(Element.prototype, 'localName');
const shadowOf = getter(Element.prototype, 'shadowRoot');
const slotOf = getter(Element.prototype, 'assignedSlot');
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
const hears = (element) => (remembered(element, 'ridealong.hears') || (() => 0))(element);
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
const firstLine = (element) => (typeof element.innerText === 'string' ? clean(element.innerText.trim().split('\n')[0]) : wordsOf(element));
const sees = (text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
