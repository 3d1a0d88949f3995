
// The drawing: moved by mouse, fingers and keys; a state opens beside it.
{
  const graph = byId("graph");
  const data = graph && JSON.parse(byId("graph-data").textContent);
  const start = () => {
    const plane = byId("plane");
    const [wide, high] = data.size;
    const nodes = [...document.querySelectorAll(".node")];
    const arrows = [...document.querySelectorAll("#arrows path")];
    const near = byId("graph-near");
    const panel = byId("panel");
    let spots = data.spots;
    let view = { x: 0, y: 0, zoom: 1 };
    let chosen = -1;

    const show = () => {
      plane.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`;
      plane.classList.toggle("far", view.zoom < 0.28);
      plane.classList.toggle("farther", view.zoom < 0.14);
    };
    const zoomBy = (factor, x = graph.clientWidth / 2, y = graph.clientHeight / 2) => {
      const zoom = Math.min(3, Math.max(0.01, view.zoom * factor));
      const share = zoom / view.zoom;
      view = { x: x - (x - view.x) * share, y: y - (y - view.y) * share, zoom };
      show();
    };
    const move = (x, y) => {
      view.x += x;
      view.y += y;
      show();
    };
    const room = () => graph.clientWidth - (panel.hidden || panel.clientWidth > graph.clientWidth * 0.8 ? 0 : panel.clientWidth);
    const fit = () => {
      const seen = spots.filter((_, place) => !nodes[place].classList.contains("away"));
      if (!seen.length || !graph.clientWidth) return;
      const least = (way) => seen.reduce((least, spot) => Math.min(least, spot[way]), Infinity);
      const most = (way) => seen.reduce((most, spot) => Math.max(most, spot[way]), -Infinity);
      const [left, top] = [least(0), least(1)];
      const [across, down] = [most(0) - left + wide, most(1) - top + high];
      const zoom = Math.min(1, (room() - 32) / across, (graph.clientHeight - 32) / down);
      view = {
        x: (room() - across * zoom) / 2 - left * zoom,
        y: (graph.clientHeight - down * zoom) / 2 - top * zoom,
        zoom,
      };
      show();
    };
    const centre = (place, zoom) => {
      const [x, y] = spots[place];
      view = {
        x: room() / 2 - (x + wide / 2) * zoom,
        y: graph.clientHeight / 2 - (y + high / 2) * zoom,
        zoom,
      };
      show();
    };

    // The same line that the page was made with.
    const arrow = ([fx, fy], [tx, ty]) => {
      const [right, left] = [tx > fx, tx < fx];
      const level = high / 2 + (right ? -14 : 14);
      const [sx, sy] = [fx + (left ? 0 : wide), fy + level];
      const [ex, ey] = [tx + (right ? 0 : wide), ty + level];
      const pull = right || left ? (ex - sx) / 2 : 70;
      const [enter, head] = right ? [ex - pull, ex - 9] : [ex + Math.abs(pull), ex + 9];
      return `M${sx} ${sy}C${sx + pull} ${sy} ${enter} ${ey} ${ex} ${ey}M${head} ${ey - 5}L${ex} ${ey}L${head} ${ey + 5}`;
    };

    // Only the chosen state, what leads there, and where it leads: three columns of their own.
    const around = () => {
      const before = new Set();
      const after = new Set();
      for (const [from, to] of data.edges) {
        if (from === chosen) after.add(to);
      }
      for (const [from, to] of data.edges) {
        if (to === chosen && !after.has(from)) before.add(from);
      }
      const places = new Map([[chosen, [0, 0]]]);
      const column = (states, x) => {
        const rows = Math.min(states.size, 6);
        [...states].forEach((state, n) => {
          const side = Math.sign(x) * Math.floor(n / rows) * (wide + 40);
          places.set(state, [x + side, ((n % rows) - (rows - 1) / 2) * (high + 24)]);
        });
      };
      column(before, -340);
      column(after, 340);
      return places;
    };
    const place = () => {
      const places = near.checked && chosen >= 0 ? around() : null;
      spots = data.spots.map((spot, n) => (places && places.get(n)) || spot);
      nodes.forEach((node, n) => {
        node.classList.toggle("away", !!places && !places.has(n));
        node.style.left = `${spots[n][0]}px`;
        node.style.top = `${spots[n][1]}px`;
      });
      data.edges.forEach(([from, to], n) => {
        const drawn = !places || from === chosen || to === chosen;
        arrows[n].style.display = drawn ? "" : "none";
        if (drawn) arrows[n].setAttribute("d", arrow(spots[from], spots[to]));
      });
    };

    const choose = (state) => {
      if (chosen >= 0) nodes[chosen].classList.remove("chosen");
      chosen = state;
      plane.classList.toggle("chosen-one", state >= 0);
      if (state >= 0) nodes[state].classList.add("chosen");
      data.edges.forEach(([from, to], n) => {
        arrows[n].classList.toggle("from", from === state);
        arrows[n].classList.toggle("to", to === state);
      });
      panel.hidden = state < 0;
      panel.replaceChildren();
      if (state >= 0) {
        const close = document.createElement("button");
        close.type = "button";
        close.className = "close";
        close.textContent = "Close";
        close.addEventListener("click", () => {
          choose(-1);
          graph.focus();
        });
        const told = byId(`state-${state + 1}`).cloneNode(true);
        told.removeAttribute("id");
        told.open = true;
        panel.append(close, told);
        panel.scrollTop = 0;
      }
      if (near.checked) {
        place();
        fit();
      }
    };

    panel.addEventListener("click", (event) => {
      const state = /^#state-(\d+)$/.exec(event.target.closest("a")?.getAttribute("href") ?? "");
      if (!state) return;
      event.preventDefault();
      choose(state[1] - 1);
      if (!near.checked) centre(chosen, view.zoom);
    });

    // Filters dim what they do not name, here, and hide it in the list.
    const filter = () => {
      const text = byId("graph-text").value.trim().toLowerCase();
      const activity = byId("graph-activity")?.value ?? "";
      let shown = 0;
      nodes.forEach((node, n) => {
        const told = byId(`state-${n + 1}`);
        const fits = (!activity || node.dataset.activity === activity)
          && (!byId("graph-findings").checked || node.dataset.findings !== "0")
          && (!byId("graph-untried").checked || node.dataset.untried !== "0")
          && (!text || told.textContent.toLowerCase().includes(text));
        node.classList.toggle("dim", !fits);
        told.hidden = !fits;
        shown += fits;
      });
      byId("graph-count").value = `${shown} of ${nodes.length} states`;
    };
    for (const id of ["graph-text", "graph-activity", "graph-findings", "graph-untried"]) {
      byId(id)?.addEventListener("input", filter);
    }
    near.addEventListener("input", () => {
      if (near.checked && chosen < 0) choose(0);
      place();
      fit();
    });
    byId("graph-in").addEventListener("click", () => zoomBy(1.4));
    byId("graph-out").addEventListener("click", () => zoomBy(1 / 1.4));
    byId("graph-fit").addEventListener("click", fit);

    // Fingers and mouse. The page scrolls as usual until the drawing was taken hold of.
    const fingers = new Map();
    let way = 0;
    graph.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      way = 0;
    });
    addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = [event.clientX, event.clientY];
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const [x, y] = [now[0] - before[0], now[1] - before[1]];
      way += Math.hypot(x, y);
      if (way > 4) graph.classList.add("held", "on");
      if (others.length) {
        const apart = (one) => Math.hypot(one[0] - others[0][0], one[1] - others[0][1]);
        const box = graph.getBoundingClientRect();
        move(x / 2, y / 2);
        zoomBy(
          Math.max(1, apart(now)) / Math.max(1, apart(before)),
          (now[0] + others[0][0]) / 2 - box.left,
          (now[1] + others[0][1]) / 2 - box.top,
        );
      } else {
        move(x, y);
      }
      fingers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, (event) => {
        fingers.delete(event.pointerId);
        graph.classList.remove("held");
      });
    }
    graph.addEventListener("dragstart", (event) => event.preventDefault());
    graph.addEventListener("click", (event) => {
      graph.classList.add("on");
      const node = event.target.closest(".node");
      if (!node) return;
      event.preventDefault();
      if (way <= 4) choose(nodes.indexOf(node));
    });
    graph.addEventListener("wheel", (event) => {
      if (!graph.classList.contains("on") && !event.ctrlKey) return;
      event.preventDefault();
      const box = graph.getBoundingClientRect();
      zoomBy(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    addEventListener("pointerdown", (event) => {
      if (!graph.contains(event.target)) graph.classList.remove("on");
    });
    graph.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = {
        ArrowLeft: () => move(80, 0), ArrowRight: () => move(-80, 0),
        ArrowUp: () => move(0, 80), ArrowDown: () => move(0, -80),
        "+": () => zoomBy(1.3), "=": () => zoomBy(1.3), "-": () => zoomBy(1 / 1.3), 0: fit,
        Escape: () => choose(-1),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    // A state that is reached with the tab key comes into view.
    graph.addEventListener("focusin", (event) => {
      const state = nodes.indexOf(event.target);
      graph.scrollTo(0, 0);
      if (state >= 0 && event.target.matches(":focus-visible")) centre(state, Math.max(view.zoom, 0.5));
    });
    addEventListener("resize", fit);
    addEventListener("beforeprint", () => {
      choose(-1);
      fit();
    });

    graph.scrollTo(0, 0);
    filter();
    // So many states at once are dots: it begins around the first.
    if (nodes.length > 250) {
      near.checked = true;
      choose(0);
    } else {
      fit();
    }
  };
  if (data) start();
}
reveal();
