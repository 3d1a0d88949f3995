// Runs in each document before its own scripts: remembers what listens for what and which timers an input of
// the user has set, opens no link with another program, and prints nothing.
(() => {
  'use strict';
  const KEY = Symbol.for('ridealong.listeners');
  if (globalThis[KEY]) return;
  const [CLICK, CONTEXT, DOWN, TWICE, KEYS, MOVE, OVER] = [1, 2, 4, 8, 16, 32, 64];
  const bits = {
    __proto__: null, click: CLICK, contextmenu: CONTEXT, touchstart: DOWN, pointerdown: DOWN, mousedown: DOWN,
    dblclick: TWICE, keydown: KEYS, keyup: KEYS, keypress: KEYS, beforeinput: KEYS, copy: KEYS, cut: KEYS, paste: KEYS,
    touchmove: MOVE, pointermove: MOVE, mousemove: MOVE, dragstart: MOVE, dragover: MOVE, drop: MOVE,
    pointerenter: OVER, pointerover: OVER, mouseenter: OVER, mouseover: OVER,
  };
  const listened = new WeakMap();
  const [get, set] = [WeakMap.prototype.get, WeakMap.prototype.set];
  const apply = Reflect.apply;
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(type, listener) {
    const bit = listener && typeof type === 'string' ? bits[type] : undefined;
    // A call without an object is one on the window.
    const target = this ?? globalThis;
    if (bit && (target === globalThis || target.nodeType === 1 || target.nodeType === 9)) {
      apply(set, listened, [target, (apply(get, listened, [target]) || 0) | bit]);
    }
    return apply(add, this, arguments);
  };
  Object.defineProperty(globalThis, KEY, { value: (element) => apply(get, listened, [element]) || 0 });

  // What an element itself listens for. React listens for everything at the root of what it draws, and keeps
  // with each element what that one wants to hear; so do Svelte (`__click`) and Solid (`$$click`).
  const keysOf = Object.keys;
  const HANDLERS = Object.entries(bits).filter(([type]) => `on${type}` in globalThis);
  const reactBit = (name) => bits[name.slice(2).toLowerCase().replace(/capture$/, '').replace('doubleclick', 'dblclick')] || 0;
  const remembered = (node) => {
    let own = apply(get, listened, [node]) || 0;
    const names = keysOf(node);
    if (names.some((name) => name.startsWith('_reactListening'))) own = 0;
    for (const name of names) {
      const delegated = /^(?:__|\$\$)([a-z]+)$/.exec(name);
      if (delegated && typeof node[name] === 'function') own |= bits[delegated[1]] || 0;
      if (!name.startsWith('__reactProps$')) continue;
      const props = node[name] || {};
      for (const prop of keysOf(props)) if (typeof props[prop] === 'function') own |= reactBit(prop);
    }
    return own;
  };
  Object.defineProperty(globalThis, Symbol.for('ridealong.hears'), {
    value: (element) => { try { return remembered(element); } catch { return 0; } },
  });
  const ownBits = (node) => {
    let own = remembered(node);
    for (const [type, bit] of HANDLERS) if (node[`on${type}`]) own |= bit;
    return node.draggable === true && node.localName !== 'a' && node.localName !== 'img' ? own | MOVE : own;
  };
  const { get: slot } = Object.getOwnPropertyDescriptor(Element.prototype, 'assignedSlot');
  const slotOf = (node) => (node.nodeType === 1 ? apply(slot, node, []) : null);
  // What `node` and all that is around it listen for; that of the document and the window eight bits higher.
  // `known` keeps what was found.
  const heardAt = (node, known) => {
    if (!node) return ((apply(get, listened, [globalThis]) || 0) | HANDLERS.reduce((all, [type, bit]) => (globalThis[`on${type}`] ? all | bit : all), 0)) << 8;
    if (known.has(node)) return known.get(node);
    const around = heardAt(node.nodeType === 9 ? null : slotOf(node) || node.parentNode || node.host, known);
    const own = node.nodeType === 1 ? ownBits(node) : node.nodeType === 9 ? ownBits(node) << 8 : 0;
    known.set(node, around | own);
    return around | own;
  };
  // The selectors of what styles change while the pointer is inside of something else, such as the open part of a menu
  // in `.menu:hover .items`; up to the pointer's place. Read again once the page has other sheets.
  const HOVERED = /^(.*?):hover(?!-)(.*)$/;
  const MOST_RULES = 5000;
  let hovered = { sheets: -1, selector: '' };
  const hoverSelector = () => {
    const sheets = [...document.styleSheets, ...(document.adoptedStyleSheets || [])];
    if (hovered.sheets === sheets.length) return hovered.selector;
    const selectors = new Set();
    let rules = 0;
    const read = (list) => {
      for (const rule of list) {
        if ((rules += 1) > MOST_RULES) return;
        for (const selector of rule.selectorText?.includes(':hover') ? rule.selectorText.split(',') : []) {
          const [, before, after] = HOVERED.exec(selector.trim()) || [];
          // What only colours the thing under the pointer shows nothing; `&` would be any element.
          if (before && !before.includes('&') && /[ >+~]/.test(after)) selectors.add(before);
        }
        if (rule.cssRules) read(rule.cssRules);
      }
    };
    // A sheet of another origin tells nothing.
    for (const sheet of sheets) try { read(sheet.cssRules); } catch { continue; }
    // A list in `:is` leaves out what is no selector by itself.
    hovered = { sheets: sheets.length, selector: selectors.size ? `:is(${[...selectors].join(', ')})` : '' };
    return hovered.selector;
  };
  const shownUnder = (element) => {
    try { return hoverSelector() !== '' && element.closest(hovered.selector) !== null; } catch { return false; }
  };
  // Before its own scripts have run, nothing of the page listens yet.
  const isWhole = document.readyState === 'loading';
  // The gestures on `element`, as kinds of action and `key`, that nothing listens to; null if that cannot be told.
  Object.defineProperty(globalThis, Symbol.for('ridealong.unheard'), {
    value: (element, known) => {
      if (!isWhole) return null;
      const heard = heardAt(element, known);
      const [near, far] = [heard & 255, heard >> 8];
      const unheard = [];
      if (!(near & (CLICK | DOWN))) unheard.push('tap');
      if (!((near | far) & TWICE)) unheard.push('double_tap');
      // What follows a finger may wait for it to stay.
      if (!((near | far) & CONTEXT) && !(near & DOWN)) unheard.push('long_tap');
      if (!(near & (DOWN | MOVE)) && !(far & DOWN && far & MOVE)) unheard.push('drag');
      if (!(near & (OVER | MOVE)) && !shownUnder(element)) unheard.push('hover');
      if (!((near | far) & KEYS)) unheard.push('key');
      return unheard;
    },
  });

  // Links that other programs open (mail, telephone): after the second one the browser asks, and no touch is
  // answered any more.
  const OWN = /^(https?|file|blob|data|javascript|about|filesystem):$/;
  const opensOther = (node) => node.nodeType === 1 && node.localName === 'a' && typeof node.protocol === 'string'
    && node.protocol !== ':' && !OWN.test(node.protocol);
  apply(add, globalThis, ['click', (event) => {
    if (event.composedPath().some(opensOther)) event.preventDefault();
  }, true]);

  // What the page has asked the user to allow, as bits. A preview of what is printed would stand in front of the page.
  let asked = 0;
  const tellAsked = (owner, name, bit, isDone = true) => {
    const own = owner && owner[name];
    if (typeof own !== 'function') return;
    owner[name] = { [name]() { asked |= bit; return isDone ? apply(own, this, arguments) : undefined; } }[name];
  };
  tellAsked(globalThis.Geolocation && Geolocation.prototype, 'getCurrentPosition', 1);
  tellAsked(globalThis.Geolocation && Geolocation.prototype, 'watchPosition', 1);
  tellAsked(globalThis.Notification, 'requestPermission', 2);
  tellAsked(globalThis.MediaDevices && MediaDevices.prototype, 'getUserMedia', 4);
  tellAsked(globalThis, 'print', 8, false);
  // What the browser would let the user choose in a window of its own, behind which no touch reaches the page: a
  // screen to record, a device, a file to write. It is as if the user had closed that window.
  const choosesNothing = (owner, name, bit, error = 'AbortError') => {
    if (!owner || typeof owner[name] !== 'function') return;
    owner[name] = { [name]() { asked |= bit; return Promise.reject(new DOMException('Nothing was chosen.', error)); } }[name];
  };
  const prototypeOf = (name) => globalThis[name] && globalThis[name].prototype;
  choosesNothing(prototypeOf('MediaDevices'), 'getDisplayMedia', 16, 'NotAllowedError');
  for (const name of ['Bluetooth', 'USB', 'HID']) choosesNothing(prototypeOf(name), 'requestDevice', 32, 'NotFoundError');
  choosesNothing(prototypeOf('Serial'), 'requestPort', 32, 'NotFoundError');
  for (const name of ['showSaveFilePicker', 'showDirectoryPicker']) choosesNothing(globalThis, name, 64);
  choosesNothing(prototypeOf('PaymentRequest'), 'show', 128);
  choosesNothing(prototypeOf('EyeDropper'), 'open', 256);
  choosesNothing(prototypeOf('Navigator'), 'share', 512);
  Object.defineProperty(globalThis, Symbol.for('ridealong.asked'), { value: () => asked });

  // Many apps do what an input asks for a little later: once it is clear that no second click follows, or
  // that no more is typed, or when data comes. What takes longer is a message that goes by itself.
  const LONGEST = 800;
  const INPUTS = {
    __proto__: null, pointerdown: 1, mousedown: 1, touchstart: 1, keydown: 1, pointerup: 1, mouseup: 1, touchend: 1, keyup: 1,
    click: 1, dblclick: 1, contextmenu: 1, input: 1, change: 1, submit: 1,
  };
  const now = performance.now.bind(performance);
  const [keep, drop, each] = [Map.prototype.set, Map.prototype.delete, Map.prototype.forEach];
  const waiting = { timers: new Map(), frames: new Map() };
  // While something runs that follows from an input: until when that is waited for.
  let until = 0;
  // The latest input. What it makes an app do may begin in a promise or a message, which no event tells.
  let latest = -Infinity;
  for (const type of keysOf(INPUTS)) {
    const noted = (event) => { if (event.isTrusted) latest = now(); };
    apply(add, globalThis, [type, noted, { capture: true, passive: true }]);
  }
  // What sets itself again and again, whatever is put in; and what runs that may be such a loop. Both by their source.
  const loops = { __proto__: null };
  let running = '';
  const sourceOf = Function.prototype.toString;
  const followed = () => {
    if (until) return until;
    const event = globalThis.event;
    return event && event.isTrusted && INPUTS[event.type] ? now() + LONGEST : 0;
  };
  // A driver may run this beside the page, as geckodriver does: what is thrown through a function from there would
  // reach no listener of the page.
  const isApart = globalThis.Error !== Error;
  const call = !isApart ? apply : (handler, target, values) => {
    try { return apply(handler, target, values); } catch (error) { return globalThis.reportError(error); }
  };
  // Calls `begin` with what runs `handler` later, and remembers that it is to come.
  const later = (pending, handler, delay, begin) => {
    let end = followed();
    let source = '';
    // A timer that is set soon after an input, by what no event tells, follows from it unless it is a loop.
    const isSoon = end ? running : now() < latest + LONGEST && delay <= LONGEST;
    if (isSoon && pending === waiting.timers && typeof handler === 'function') {
      source = apply(sourceOf, handler, []).slice(0, 200);
      if (source === running) loops[source] = true;
      end = loops[source] ? 0 : end || now() + LONGEST;
    }
    if (!end || typeof handler !== 'function' || now() + delay > end) return begin(handler);
    const id = begin(function following() {
      apply(drop, pending, [id]);
      const before = until;
      const outer = running;
      until = end;
      running = source;
      try { return call(handler, this, arguments); } finally { until = before; running = outer; }
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
