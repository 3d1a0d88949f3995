// Called on a drop-down list: chooses the option at an index as a user would.
(function choose(index) {
  'use strict';
  let select = this;
  if (select && select.localName === 'label' && select.control) select = select.control;
  if (!select || select.localName !== 'select' || !select.options[index]) return false;
  select.focus({ preventScroll: true });
  const option = select.options[index];
  if (select.multiple) option.selected = !option.selected;
  else if (select.selectedIndex === index) return true;
  else Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'selectedIndex').set.call(select, index);
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
})
