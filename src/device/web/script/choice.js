// Called on the element at a point: the options of a drop-down list; null if it is none.
(function options() {
  'use strict';
  let select = this;
  if (select && select.localName === 'label' && select.control) select = select.control;
  if (!select || select.localName !== 'select' || select.disabled) return null;
  const clean = (text) => String(text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed();
  return [...select.options].slice(0, 200).map((option) => ({
    text: clean(option.label || option.text), chosen: option.selected,
    enabled: !option.disabled && !(option.parentElement.localName === 'optgroup' && option.parentElement.disabled),
  }));
})
