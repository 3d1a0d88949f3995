// Called on the element at the point of a field: what the field that has the focus holds; null for
// passwords and if no field has it.
(function held() {
  'use strict';
  let field = (this && this.ownerDocument || document).activeElement;
  while (field && field.shadowRoot && field.shadowRoot.activeElement) field = field.shadowRoot.activeElement;
  const own = this && (this.localName === 'input' || this.localName === 'textarea') ? this : field;
  if (!own) return null;
  if (own.localName === 'input' || own.localName === 'textarea') {
    const hides = own.type === 'password' || /(current|new)-password/.test(own.getAttribute('autocomplete') || '');
    return hides ? null : own.value.slice(0, 100000).toWellFormed();
  }
  return own.isContentEditable ? own.innerText.slice(0, 100000).toWellFormed() : null;
})
