// Runs in each document before its own scripts if the server can do that, else when it is first read:
// remembers what scripts throw and print, and which requests are open.
(() => {
  'use strict';
  const KEY = Symbol.for('ridealong.recorder');
  if (globalThis[KEY]) return;
  const MOST = 40;
  const LONGEST_REQUEST = 3000;
  // What a page that was left had not been asked for yet: a form whose handler throws is sent after all, and the next
  // page takes its place. Without storage of its own, as in some frames, a page takes it along.
  const STORED = 'ridealong.recorder';
  const lists = { thrown: [], printed: [], failed: [] };
  try {
    const left = JSON.parse(sessionStorage.getItem(STORED) || '{}');
    sessionStorage.removeItem(STORED);
    for (const name of Object.keys(lists)) lists[name].push(...(left[name] || []));
  } catch { /* nothing was left */ }
  const { thrown, printed, failed } = lists;
  globalThis.addEventListener('pagehide', () => {
    if (!Object.values(lists).some((list) => list.length > 0)) return;
    try {
      sessionStorage.setItem(STORED, JSON.stringify(lists));
      for (const list of Object.values(lists)) list.length = 0;
    } catch { /* it is lost */ }
  });
  const open = new Map();
  let requests = 0;

  // The calls of a stack as V8, SpiderMonkey and JavaScriptCore print it; lines and columns from 0.
  const callsOf = (stack) => String(stack || '').split('\n').flatMap((line) => {
    const match = /^\s*(?:at )?(?:(.*?) ?[(@])?((?:https?|file):[^\s()]*):(\d+):(\d+)\)?\s*$/.exec(line);
    if (!match) return [];
    const name = (match[1] || '').replace(/^async /, '').replace(/ \[as .*\]$/, '').split('.').pop();
    return [{
      functionName: name === '<anonymous>' ? '' : name, url: match[2],
      lineNumber: Number(match[3]) - 1, columnNumber: Number(match[4]) - 1,
    }];
  });
  const objectOf = (value) => {
    if (value instanceof globalThis.Error) {
      const stack = String(value.stack || '');
      const head = `${value.name}: ${value.message}`;
      return {
        subtype: 'error', className: String(value.name),
        description: stack.startsWith(String(value.name)) ? stack : head,
      };
    }
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return { value };
    return { description: String(value).slice(0, 500) };
  };
  const add = (list, report) => { if (list.length < MOST) list.push(report); };

  globalThis.addEventListener('error', (event) => {
    if (!(event instanceof globalThis.ErrorEvent)) return;
    add(thrown, {
      text: 'Uncaught', url: event.filename || '', lineNumber: (event.lineno || 1) - 1, columnNumber: (event.colno || 1) - 1,
      exception: event.error == null ? { description: event.message } : objectOf(event.error),
      stackTrace: { callFrames: callsOf(event.error && event.error.stack) },
    });
  });
  globalThis.addEventListener('unhandledrejection', (event) => {
    const stack = event.reason && event.reason.stack;
    add(thrown, { text: 'Uncaught (in promise)', exception: objectOf(event.reason), stackTrace: { callFrames: callsOf(stack) } });
  });
  const print = console.error;
  console.error = function error(...values) {
    add(printed, { args: values.slice(0, 10).map(objectOf), stackTrace: { callFrames: callsOf(new Error().stack).slice(1) } });
    return print.apply(this, values);
  };

  const begin = () => { requests += 1; open.set(requests, performance.now()); return requests; };
  const end = (id, method, url, status) => {
    open.delete(id);
    if (status >= 400) add(failed, { method: String(method).toUpperCase(), url: new URL(url, location.href).href, status });
  };
  const send = globalThis.fetch;
  if (send) {
    globalThis.fetch = function fetch(input, init) {
      const id = begin();
      const method = (init && init.method) || (input && input.method) || 'GET';
      const answer = send.apply(this, arguments);
      answer.then((reply) => end(id, method, reply.url, reply.status), () => open.delete(id));
      return answer;
    };
  }
  const requested = Symbol('ridealong.request');
  const [opened, sent] = [XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send];
  XMLHttpRequest.prototype.open = function open(method, url) {
    this[requested] = [method, url];
    return opened.apply(this, arguments);
  };
  XMLHttpRequest.prototype.send = function send() {
    const [method, url] = this[requested] || ['GET', ''];
    const id = begin();
    this.addEventListener('loadend', () => end(id, method, url, this.status));
    return sent.apply(this, arguments);
  };

  Object.defineProperty(globalThis, KEY, { value: {
    take: () => {
      const now = performance.now();
      return {
        thrown: thrown.splice(0), printed: printed.splice(0), failed: failed.splice(0),
        waits: [...open.values()].some((since) => now - since < LONGEST_REQUEST),
      };
    },
  } });
})();
