// What is inside of an element as it is shown: its shadow, and what its slots are filled with.
// So many elements are looked at, so deep.
const MOST_LOOKED = 300;
const MOST_DEEP = 40;
// Only elements with such names have shadows, but for a few that need none.
const isCustom = (element) => nameOf(element).includes('-');
const hasShadows = Array.prototype.some.call(document.getElementsByTagName('*'), (element) => isCustom(element) && shadowOf(element) !== null);

// The shadows that were met.
const shadows = new Set();
// What is inside of an element as it is shown, texts as well.
const nodesOf = (element, name) => {
  const shadow = shadowOf(element);
  if (shadow) shadows.add(shadow);
  if (name === 'slot') {
    const assigned = element.assignedNodes();
    if (assigned.length) return assigned;
  }
  const list = [];
  for (let node = firstOf(shadow || element); node; node = nextOf(node)) list.push(node);
  return list;
};
// The words of the element that are in shadows inside of it, and so in no text of its own.
const shadowWords = (element) => {
  if (!hasShadows) return '';
  const words = [];
  let looked = 0;
  const look = (outer, depth) => {
    for (const node of nodesOf(outer, nameOf(outer))) {
      looked += 1;
      if (looked > MOST_LOOKED || depth > MOST_DEEP) return;
      if (typeOf(node) === 3) words.push(node.data);
      else if (typeOf(node) === 1 && !SKIPPED.has(nameOf(node)) && (nameOf(node) === 'slot' || node.getClientRects().length)) look(node, depth + 1);
    }
  };
  look(element, 0);
  return clean(words.join(' '));
};

// Up to `most` controls inside of the element that no query of it finds.
const shadowControls = (element, most) => {
  const found = [];
  if (!hasShadows) return found;
  let looked = 0;
  const look = (outer, depth) => {
    for (const inner of childrenOf(outer, nameOf(outer))) {
      looked += 1;
      if (found.length >= most || looked > MOST_LOOKED || depth > MOST_DEEP) return;
      const box = boxOf(inner);
      const presses = matches(inner, CONTROLS) || inner.onclick || hears(inner) & 1;
      if (presses && box.width >= LEAST_PART && box.height >= LEAST_PART) found.push(inner);
      else look(inner, depth + 1);
    }
  };
  look(element, 0);
  return found;
};

// The custom element of whose shadow the element is the only control, null if there is none: its own id says no more
// than which kind of custom element that is.
const lone = new Map();
const hostOf = (element) => {
  const root = hasShadows ? element.getRootNode() : null;
  const host = root && root.host;
  if (!host) return null;
  if (!lone.has(host)) lone.set(host, shadowControls(host, 2).length === 1);
  return lone.get(host) ? host : null;
};
const hostWords = (element) => {
  const host = hostOf(element);
  return host ? (describe(host) || wordsOf(host)).slice(0, LONGEST_NAME) : '';
};
