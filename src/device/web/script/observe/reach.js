// What a finger reaches.
const active = (() => {
  let element = document.activeElement;
  for (let depth = 0; element && depth < 64; depth += 1) {
    const shadow = shadowOf(element);
    let inner = shadow && shadow.activeElement;
    if (!inner && nameOf(element) === 'iframe') {
      try { inner = element.contentDocument && element.contentDocument.activeElement; } catch { inner = null; }
    }
    if (!inner) return element;
    element = inner;
  }
  return element;
})();

// A point of the area at which a finger reaches the element; null if something else is on top. A
// finger that lands next to a link takes the link, so points with room around come first.
const reach = (element, area, passes) => {
  const w = area.r - area.l;
  const h = area.b - area.t;
  const across = [[0.1, 0.5], [0.9, 0.5]];
  const down = [[0.5, 0.2], [0.5, 0.8]];
  const corners = [[0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]];
  // What lies on a large area often leaves its edges free.
  const edges = Math.min(w, h) >= 100 ? [[0.5, 0.03], [0.03, 0.5], [0.97, 0.5], [0.5, 0.97]] : [];
  const points = [[0.5, 0.5], ...(w > h ? [across, down] : [down, across]).flat(), ...corners, ...edges];
  for (const rooms of passes ? [[]] : [FINGER, []]) {
    for (const [fx, fy] of points) {
      const x = Math.min(area.r - 1, area.l + w * fx) | 0;
      const y = Math.min(area.b - 1, area.t + h * fy) | 0;
      const hit = hitAt(x, y);
      if (!hit) continue;
      if (hit === element || contains(element, hit)) {
        const taken = (at) => at && contains(element, at) && ownControl(element, at);
        const near = () => rooms.some(([dx, dy]) => taken(hitAt(x + dx, y + dy)));
        if (passes || !(taken(hit) || near())) return [x, y];
      } else if (element.labels && [...element.labels].some((label) => label === hit || contains(label, hit))) {
        return [x, y];
      }
    }
  }
  return null;
};
// True if something inside of the element takes what hits `hit`.
const ownControl = (element, hit) => {
  for (let node = hit; node && node !== element; node = above(node)) {
    if (typeOf(node) === 1 && (matches(node, CONTROLS) || hears(node) & 1)) return true;
  }
  return false;
};
// True if the middle of the words can be seen.
const shows = (element, area, style) => {
  if (style.pointerEvents === 'none') return true;
  for (const [fx, fy] of [[0.5, 0.5], [0.1, 0.3], [0.9, 0.7]]) {
    const hit = hitAt(Math.floor(area.l + (area.r - area.l - 1) * fx), Math.floor(area.t + (area.b - area.t - 1) * fy));
    if (hit && (hit === element || contains(element, hit) || contains(hit, element))) return true;
  }
  return false;
};

const push = (element, widget) => {
  if (widgets.length >= MOST_WIDGETS) { truncated = true; return 0; }
  const deaf = unheard(element);
  // What it offers works without a listener, as a link or a checkbox does.
  if (deaf) widget.u = deaf.filter((kind) => kind !== 'key' && !widget.a.includes(kind));
  widgets.push(widget);
  elements.push(element);
  return widgets.length;
};
const round = (box) => [Math.floor(box.l) | 0, Math.floor(box.t) | 0, Math.ceil(box.r) | 0, Math.ceil(box.b) | 0];
