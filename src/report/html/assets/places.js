
"use strict";
document.documentElement.classList.add("js");
const byId = (id) => document.getElementById(id);

// Places: a link to something that is closed or filtered away opens it.
const reveal = () => {
  let id = "";
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const found = id && byId(id);
  if (!found) return;
  for (let at = found; at; at = at.parentElement) {
    if (at.tagName === "DETAILS") at.open = true;
    at.hidden = false;
  }
  found.scrollIntoView();
};
addEventListener("hashchange", reveal);

// Paper has no lids: what matters is opened for it and closed again behind it.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.reproduction, details.evidence, details.state, details.troubles")]
    .filter((lid) => !lid.open);
  for (const lid of opened) lid.open = true;
});
addEventListener("afterprint", () => {
  for (const lid of opened) lid.open = false;
});
