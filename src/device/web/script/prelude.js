// Runs in each document before its own scripts: remembers which elements listen for what.
(() => {
  'use strict';
  const KEY = Symbol.for('ridealong.listeners');
  if (globalThis[KEY]) return;
  const bits = { __proto__: null, click: 1, contextmenu: 2, touchstart: 4, pointerdown: 4, mousedown: 4, dblclick: 8 };
  const listened = new WeakMap();
  const [get, set] = [WeakMap.prototype.get, WeakMap.prototype.set];
  const apply = Reflect.apply;
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(type, listener) {
    const bit = listener && typeof type === 'string' ? bits[type] : undefined;
    if (bit && this && this.nodeType === 1) {
      apply(set, listened, [this, (apply(get, listened, [this]) || 0) | bit]);
    }
    return apply(add, this, arguments);
  };
  Object.defineProperty(globalThis, KEY, { value: (element) => apply(get, listened, [element]) || 0 });
})();
