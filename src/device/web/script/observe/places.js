// Where things are: boxes, and what is hit at a point.
// How far from its middle a finger still takes a link, in pixels.
const FINGER = [[-12, 0], [12, 0], [0, -12], [0, 12]];

// A page that is wider than the viewport is shown smaller; all that is given is as it is shown.
const view = globalThis.visualViewport;
const scale = view && view.scale > 0 ? view.scale : 1;
const left = view ? view.offsetLeft : 0;
const top = view ? view.offsetTop : 0;
const width = view ? view.width : innerWidth;
const height = view ? view.height : innerHeight;
const shownAt = ([x, y]) => [((x - left) * scale) | 0, ((y - top) * scale) | 0];
const widgets = [];
const elements = [];
let nodes = 0;
let truncated = false;
const hidden = [];
let heading = null;

const meet = (one, other) => ({
  l: Math.max(one.l, other.l), t: Math.max(one.t, other.t), r: Math.min(one.r, other.r), b: Math.min(one.b, other.b),
});
const empty = (box) => box.r - box.l < 1 || box.b - box.t < 1;

// The innermost element at a point, through shadow roots and frames of the same origin.
const hitAt = (x, y) => {
  let scope = document;
  let hit = null;
  for (let depth = 0; depth < 64; depth += 1) {
    const inner = scope.elementFromPoint(x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
    const shadow = shadowOf(hit);
    if (shadow) { scope = shadow; continue; }
    if (nameOf(hit) !== 'iframe') return hit;
    let inside = null;
    try { inside = hit.contentDocument; } catch { inside = null; }
    if (!inside) return hit;
    const box = boxOf(hit);
    x -= box.left + hit.clientLeft;
    y -= box.top + hit.clientTop;
    scope = inside;
  }
  return hit;
};
const above = (node) => {
  const slot = typeOf(node) === 1 ? slotOf(node) : null;
  if (slot) return slot;
  const parent = parentOf(node);
  if (!parent) return null;
  if (typeOf(parent) === 11) return parent.host || null;
  if (typeOf(parent) === 9) { try { return parent.defaultView.frameElement; } catch { return null; } }
  return parent;
};
const contains = (outer, inner) => {
  for (let node = inner; node; node = above(node)) if (node === outer) return true;
  return false;
};
