// The page as a whole.
const whole = { l: left, t: top, r: left + width, b: top + height };
// A body that scrolls within a page that could scroll as well, or is cut off, holds all there is.
const ownScroll = (body) => getComputedStyle(document.documentElement).overflowY !== 'visible'
  && scrolls(getComputedStyle(body).overflowY, body.scrollHeight, body.clientHeight);
const inner = Boolean(document.body) && document.body !== document.scrollingElement && ownScroll(document.body);
const outer = inner ? document.body : document.scrollingElement || document.documentElement;
if (document.documentElement) {
  const context = { depth: 1, x: 0, y: 0, clip: whole, placed: whole, frame: whole, parent: 0, press: 0, list: 0, row: 0, pressed: false, edited: 0, made: false, cursor: 'auto', faint: false, mute: false };
  const parts = inner ? [document.body] : [document.documentElement, document.body].filter(Boolean);
  const styles = parts.map((part) => getComputedStyle(part));
  const down = outer.scrollHeight > height + 8 && !styles.some((style) => style.overflowY === 'hidden');
  const aside = outer.scrollWidth > width + 8 && !styles.some((style) => style.overflowX === 'hidden');
  if (down || aside) {
    const a = [...(down ? ['scroll'] : []), ...(aside ? ['swipe'] : [])];
    const x = [(left + width / 2) | 0, (top + height / 2) | 0];
    const told = { e: endsOf(outer, down, aside), m: furtherIn(outer, whole, context, down, aside) };
    push(outer, { b: round(whole), i: '', d: '', z: 0, up: 0, c: 'html', k: 'list', x, a, t: '', ...told });
    context.parent = 1;
  }
  walk(document.documentElement, context);
}

// A dialog is in front if what is marked as one is on top, or if a layer covers what else there is.
const isFixed = (node) => (documentOf(node).defaultView || globalThis).getComputedStyle(node).position === 'fixed';
const layerAt = (x, y) => {
  let layer = null;
  for (let node = hitAt(x, y); node && typeOf(node) === 1; node = above(node)) {
    if (matches(node, 'dialog:modal,[aria-modal=true],[role=dialog],[role=alertdialog]')) return node;
    if (isFixed(node)) layer = node;
  }
  return layer;
};
const middle = layerAt(left + width / 2, top + height / 2);
const marked = middle && matches(middle, 'dialog:modal,[aria-modal=true],[role=dialog],[role=alertdialog]');
const corners = [[4, 4], [width - 5, 4], [4, height - 5], [width - 5, height - 5]].map(([x, y]) => layerAt(left + x, top + y));
// The whole app may be such a layer itself: what it hides of its own parts is behind no dialog.
const covered = corners[0] !== null && corners.every((layer) => layer === corners[0])
  && hidden.some((element) => !contains(corners[0], element));
const modal = Boolean(marked || covered);
// Behind a dialog that stays in its place the page is scrolled unseen.
const stays = (layer) => {
  for (let node = layer; node && typeOf(node) === 1; node = above(node)) if (isFixed(node)) return true;
  return false;
};
if (modal && elements[0] === outer && stays(marked ? middle : corners[0])) widgets[0].a = [];

// What lies behind a popup over all the rest: a touch on it closes the popup.
let behind = false;
if (hidden.length > 0) {
  for (const [x, y] of [[8, 8], [width - 9, 8], [8, height - 9], [width - 9, height - 9]]) {
    const hit = hitAt(left + x, top + y);
    if (!hit || documentOf(hit) !== document || hit === document.body || hit === document.documentElement) continue;
    // What is drawn on is in front by itself.
    if (nameOf(hit) === 'canvas' || hidden.every((element) => contains(hit, element))) continue;
    const box = boxOf(hit);
    const area = meet({ l: box.left, t: box.top, r: box.right, b: box.bottom }, whole);
    if ((area.r - area.l) * (area.b - area.t) < width * height * 0.7 || elements.some((element) => element !== hit && contains(hit, element))) continue;
    behind = true;
    const at = [(left + x) | 0, (top + y) | 0];
    const known = widgets[elements.indexOf(hit)];
    if (known) {
      // Nothing on it says what it does.
      if (!known.t && !known.d) Object.assign(known, { c: `${nameOf(hit)}.backdrop`, k: 'button', x: at, w: 'outside' });
      break;
    }
    push(hit, { b: round(area), i: idOf(hit), d: '', z: 1, up: 0, c: `${nameOf(hit)}.backdrop`, k: 'button', x: at, a: ['tap'], t: '', w: 'outside' });
    break;
  }
}

// More than a table that sticks out: a page that was made for wider windows.
const wide = Boolean(outer) && outer.scrollWidth > width * 1.25;
// Those of shadows are none of the document's.
const animations = [document, ...shadows].flatMap((part) => (part.getAnimations ? part.getAnimations() : []));
const moving = animations.filter((animation) => {
  if (animation.playState !== 'running' || !animation.effect) return false;
  const timing = animation.effect.getComputedTiming();
  return Number.isFinite(timing.endTime) && timing.endTime < 5000;
}).length;
const timers = (globalThis[Symbol.for('ridealong.timers')] || (() => 0))();
const asked = (globalThis[Symbol.for('ridealong.asked')] || (() => 0))();
// Pictures that were asked for and did not come. Drawings without a size of their own have none either.
const isBroken = (image) => image.complete && image.naturalWidth === 0 && image.currentSrc
  && !/\.svg([?#]|$)|^data:/i.test(image.currentSrc) && image.getClientRects().length > 0;
const broken = Array.from(document.images).filter(isBroken).slice(0, 20).map((image) => image.currentSrc.slice(0, 1000));
const typed = active && (active.isContentEditable || /^(input|textarea|select)$/.test(nameOf(active)));
const deafToKeys = !typed && Boolean((unheard(active || document.documentElement) || []).includes('key'));
for (const widget of widgets) {
  const [l, t, r, b] = widget.b;
  widget.b = [...shownAt([l, t]), ...shownAt([r, b])];
  if (widget.x) widget.x = shownAt(widget.x);
}
return {
  url: location.href.slice(0, 4000), title: clean(document.title).slice(0, 200), heading: heading ? heading.text : null,
  width: Math.round(width * scale), height: Math.round(height * scale), modal: modal || behind, moving, timers, truncated, broken, asked, wide, deafToKeys,
  closable: Boolean(document.querySelector('dialog:modal, [popover]:popover-open')), loading: document.readyState === 'loading', scale, widgets,
};
