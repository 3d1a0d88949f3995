// What is at a point, for an action there: ARGS are x and y.
((x, y) => {
  'use strict';
  const nameOf = (element) => Object.getOwnPropertyDescriptor(Element.prototype, 'localName').get.call(element);
  const view = globalThis.visualViewport;
  if (view && view.scale > 0) {
    x = x / view.scale + view.offsetLeft;
    y = y / view.scale + view.offsetTop;
  }
  let scope = document;
  let hit = null;
  for (let depth = 0; depth < 64; depth += 1) {
    const inner = scope.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
    if (hit.shadowRoot) { scope = hit.shadowRoot; continue; }
    if (nameOf(hit) !== 'iframe') break;
    let inside = null;
    try { inside = hit.contentDocument; } catch { inside = null; }
    if (!inside) break;
    const box = hit.getBoundingClientRect();
    x -= box.left + hit.clientLeft;
    y -= box.top + hit.clientTop;
    scope = inside;
  }
  return hit;
})
