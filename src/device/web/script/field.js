// Called on the element at the point of a field: gives the field the focus with all of its content
// selected. Fields that a calendar or the like fills in are set at once: ARG is the text.
(function take(text) {
  'use strict';
  const nameOf = (element) => Object.getOwnPropertyDescriptor(Element.prototype, 'localName').get.call(element);
  const isField = (element) => ['input', 'textarea'].includes(nameOf(element)) || element.isContentEditable === true;
  let field = this;
  if (!isField(field) && nameOf(field) === 'label' && field.control) field = field.control;
  for (let node = field; node && !isField(field); node = node.parentElement) {
    const inner = node.querySelector('input,textarea,[contenteditable=""],[contenteditable=true],[contenteditable=plaintext-only]');
    if (inner) { field = inner; break; }
  }
  if (!isField(field)) return { found: false };
  const type = nameOf(field) === 'input' ? (field.type || 'text') : nameOf(field);
  if (field.disabled || field.readOnly) return { found: true, locked: true };
  if (['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range'].includes(type)) {
    const prototype = Object.getPrototypeOf(field);
    field.focus();
    Object.getOwnPropertyDescriptor(prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return { found: true, set: true };
  }
  field.focus({ preventScroll: true });
  if (field.isContentEditable && !['input', 'textarea'].includes(nameOf(field))) {
    while (field.parentElement && field.parentElement.isContentEditable) field = field.parentElement;
    const selection = field.ownerDocument.getSelection();
    const range = field.ownerDocument.createRange();
    range.selectNodeContents(field);
    selection.removeAllRanges();
    selection.addRange(range);
    return { found: true, lines: true, empty: field.textContent === '' };
  }
  field.select();
  return { found: true, lines: nameOf(field) === 'textarea', empty: field.value === '' };
})
