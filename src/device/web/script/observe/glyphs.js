// What a picture without a name shows: the name that its font or set of icons has for it.
const SETS = /^(?:fa[bdlrs]?|glyphicons?|mdi|bi|ti|ri|pi|la[brs]?|bxs?|ph|fi|lucide|feather|tabler-icon|octicon|codicon|anticon|typcn|ion|zmdi|dashicons)-([a-z][a-z0-9-]*)$/;
const ICON = /^icon-([a-z][a-z0-9-]*)$/;
// How a picture is drawn: its size, weight, colour and frame.
const DRAWN = new Set('alt black brands circle fill filled fw icon inverse lg light line md o outline outlined pulse regular rounded sharp sm solid spin square white xl xs'.split(' '));
// What buttons with these pictures do.
const DOES = { __proto__: null, bars: 'menu', bin: 'delete', cog: 'settings', cross: 'close', dots: 'more', ellipsis: 'more', gear: 'settings', magnify: 'search', pen: 'edit', pencil: 'edit', plus: 'add', times: 'close', trash: 'delete', trashcan: 'delete', x: 'close', xmark: 'close' };
const shownBy = (name) => {
  const words = name.toLowerCase().split(/[-_]/).filter((word) => word && !DRAWN.has(word) && !/^\d+x?$/.test(word));
  return (DOES[words[0]] || words.join(' ')).slice(0, 40);
};
const glyphOf = (part, inside) => {
  const names = clean(attribute(part, 'class') || '').split(' ');
  const listed = names.map((name) => SETS.exec(name) || (inside && ICON.exec(name))).filter(Boolean).map((match) => match[1]);
  const [, component] = /^([A-Z][A-Za-z]*)Icon$/.exec(attribute(part, 'data-testid') || '') || [];
  const [, reference] = /#(?:(?:ic|icon|svg)[-_])?([a-z][a-z0-9-]*)$/.exec(attribute(part, 'href') || attribute(part, 'xlink:href') || '') || [];
  const drawn = attribute(part, 'data-icon') || (component || '').replace(/(?!^)(?=[A-Z])/g, '-') || (nameOf(part) === 'use' && reference) || '';
  return [drawn, ...listed].filter((name) => /^[a-z0-9-]+$/i.test(name)).map(shownBy).find(Boolean) || '';
};
const glyphWords = (element) => {
  const inner = [...Element.prototype.querySelectorAll.call(element, 'i,span,svg,use')].slice(0, 6);
  return glyphOf(element, false) || inner.map((part) => glyphOf(part, true)).find(Boolean) || '';
};
