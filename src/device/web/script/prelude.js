// Runs in each document before its own scripts: remembers which elements listen for what and which timers
// an input of the user has set, and opens no link with another program.
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

  // Links that other programs open (mail, telephone): after the second one the browser asks, and no touch is
  // answered any more.
  const OWN = /^(https?|file|blob|data|javascript|about|filesystem):$/;
  const opensOther = (node) => node.nodeType === 1 && node.localName === 'a' && typeof node.protocol === 'string'
    && node.protocol !== ':' && !OWN.test(node.protocol);
  apply(add, globalThis, ['click', (event) => {
    if (event.composedPath().some(opensOther)) event.preventDefault();
  }, true]);

  // Many apps do what an input asks for a little later: once it is clear that no second click follows, or
  // that no more is typed. What takes longer is a message that goes by itself.
  const LONGEST = 800;
  const INPUTS = /^(pointer|mouse|touch|key)(down|up|start|end)$|^(click|dblclick|contextmenu|input|change|submit)$/;
  const now = performance.now.bind(performance);
  const [keep, drop, each] = [Map.prototype.set, Map.prototype.delete, Map.prototype.forEach];
  const waiting = { timers: new Map(), frames: new Map() };
  // While something runs that follows from an input: until when that is waited for.
  let until = 0;
  const followed = () => {
    if (until) return until;
    const event = globalThis.event;
    return event && event.isTrusted && INPUTS.test(event.type) ? now() + LONGEST : 0;
  };
  // Calls `begin` with what runs `handler` later, and remembers that it is to come.
  const later = (pending, handler, delay, begin) => {
    const end = followed();
    if (!end || typeof handler !== 'function' || now() + delay > end) return begin(handler);
    const id = begin(function following() {
      apply(drop, pending, [id]);
      const before = until;
      until = end;
      try { return apply(handler, this, arguments); } finally { until = before; }
    });
    apply(keep, pending, [id, end]);
    return id;
  };
  const { setTimeout: after, clearTimeout: clear, requestAnimationFrame: frame, cancelAnimationFrame: cancel } = globalThis;
  globalThis.setTimeout = function setTimeout(handler, delay, ...rest) {
    const begin = (started) => apply(after, this, [started, delay, ...rest]);
    return later(waiting.timers, handler, Number(delay) || 0, begin);
  };
  globalThis.requestAnimationFrame = function requestAnimationFrame(handler) {
    return later(waiting.frames, handler, 0, (started) => apply(frame, this, [started]));
  };
  globalThis.clearTimeout = function clearTimeout(id) {
    apply(drop, waiting.timers, [id]);
    return apply(clear, this, arguments);
  };
  globalThis.cancelAnimationFrame = function cancelAnimationFrame(id) {
    apply(drop, waiting.frames, [id]);
    return apply(cancel, this, arguments);
  };
  Object.defineProperty(globalThis, Symbol.for('ridealong.timers'), {
    value: () => {
      const present = now();
      let count = 0;
      for (const pending of [waiting.timers, waiting.frames]) {
        apply(each, pending, [(end, id) => {
          if (end < present) apply(drop, pending, [id]);
          else count += 1;
        }]);
      }
      return count;
    },
  });
})();
