// Runs in each document before its own scripts: remembers which elements listen for what, and which timers
// an input of the user has set.
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

  // Many apps do what an input asks for a little later: once it is clear that no second click follows, or
  // that no more is typed. What takes longer is a message that goes by itself.
  const LONGEST = 800;
  const INPUTS = /^(pointer|mouse|touch|key)(down|up|start|end)$|^(click|dblclick|contextmenu|input|change|submit)$/;
  const now = performance.now.bind(performance);
  const after = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const timers = new Map();
  const [keep, drop, each] = [Map.prototype.set, Map.prototype.delete, Map.prototype.forEach];
  globalThis.setTimeout = function setTimeout(handler, delay) {
    const id = apply(after, this, arguments);
    const event = globalThis.event;
    if (delay > 0 && delay <= LONGEST && event && event.isTrusted && INPUTS.test(event.type)) {
      apply(keep, timers, [id, now() + Number(delay)]);
    }
    return id;
  };
  globalThis.clearTimeout = function clearTimeout(id) {
    apply(drop, timers, [id]);
    return apply(clear, this, arguments);
  };
  Object.defineProperty(globalThis, Symbol.for('ridealong.timers'), {
    value: () => {
      const present = now();
      let count = 0;
      apply(each, timers, [(until, id) => {
        if (until < present) apply(drop, timers, [id]);
        else count += 1;
      }]);
      return count;
    },
  });
})();
