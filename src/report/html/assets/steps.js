
// The filters of the timeline: all that are ticked must hold, and the text must be there.
{
  const steps = [...document.querySelectorAll(".step")];
  const text = byId("step-text");
  const ticks = [...document.querySelectorAll("#step-controls [data-tag]")];
  const words = new Map();
  const wordsOf = (step) => {
    if (!words.has(step)) words.set(step, step.textContent.toLowerCase());
    return words.get(step);
  };
  const filter = () => {
    const wanted = text.value.trim().toLowerCase();
    const tags = ticks.filter((tick) => tick.checked).map((tick) => tick.dataset.tag);
    let shown = 0;
    for (const step of steps) {
      const has = step.dataset.tags.split(" ");
      const fits = tags.every((tag) => has.includes(tag)) && (!wanted || wordsOf(step).includes(wanted));
      step.hidden = !fits;
      shown += fits;
    }
    byId("step-count").value = `${shown} of ${steps.length} steps`;
  };
  if (text) {
    text.addEventListener("input", filter);
    for (const tick of ticks) tick.addEventListener("change", filter);
    filter();
  }
}
