"use strict";
// Sorts and filters the tables of students. The page says everything without it.
(() => {
  const order = "F?o–·✓";
  const collator = new Intl.Collator(undefined, { numeric: true });
  const form = document.getElementById("filter");
  const groups = [...document.querySelectorAll(".group")].map((section) => {
    const table = section.querySelector(".matrix table");
    const keys = [...table.tHead.rows[0].cells].map((cell) => cell.dataset.k);
    const text = (row, key) =>
      keys.includes(key) ? row.cells[keys.indexOf(key)].textContent.replace(/\s+/g, " ").trim() : "";
    const rows = [...table.tBodies[0].rows].map((row) => ({
      row,
      name: text(row, "name").toLowerCase(),
      state: text(row, "state").split(",")[0],
      section: text(row, "section"),
      words: (row.dataset.w || "").split(" "),
    }));
    return { section, table, keys, rows };
  });

  const value = (row, index, key) => {
    const text = row.cells[index].textContent;
    if (key === "rule") return text ? order.indexOf(text[0]) : order.length;
    if (key === "points" || key === "extra") return text ? parseFloat(text) : -1;
    return text;
  };

  const sort = (group, index, header) => {
    const key = group.keys[index];
    const first = key === "points" || key === "extra" ? "descending" : "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const way = header.getAttribute("aria-sort") === first ? other : first;
    for (const cell of group.table.tHead.rows[0].cells) {
      cell.removeAttribute("aria-sort");
      cell.querySelector("button").textContent = "↕";
    }
    header.setAttribute("aria-sort", way);
    header.querySelector("button").textContent = way === "ascending" ? "↑" : "↓";
    const sign = way === "ascending" ? 1 : -1;
    const valued = group.rows.map((entry) => [value(entry.row, index, key), entry]);
    valued.sort(([a], [b]) => sign * (typeof a === "number" ? a - b : collator.compare(a, b)));
    group.rows = valued.map(([, entry]) => entry);
    group.table.tBodies[0].append(...group.rows.map((entry) => entry.row));
  };

  for (const group of groups) {
    [...group.table.tHead.rows[0].cells].forEach((header, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "↕";
      button.setAttribute("aria-label", "Sort by " + header.textContent);
      button.addEventListener("click", () => sort(group, index, header));
      header.append(" ", button);
    });
    // A cell without a title is a rule that passed; its title is made when it is wanted.
    group.table.tBodies[0].addEventListener("mouseover", ({ target }) => {
      if (target.tagName === "TD" && !target.title && group.keys[target.cellIndex] === "rule" && target.textContent) {
        const header = group.table.tHead.rows[0].cells[target.cellIndex].querySelector("a");
        target.title = header.textContent + ": passed";
      }
    });
  }

  const filter = () => {
    const wanted = new FormData(form);
    const [name, state, section, assignment] =
      ["name", "state", "section", "assignment"].map((key) => wanted.get(key) || "");
    const sought = name.trim().toLowerCase();
    let shown = 0;
    let all = 0;
    for (const group of groups) {
      const here = !assignment || assignment === group.section.dataset.a;
      let some = false;
      for (const entry of group.rows) {
        const fits = here && entry.name.includes(sought) && (!section || section === entry.section)
          && (!state || (state[0] === "@" ? entry.words.includes(state.slice(1)) : state === entry.state));
        entry.row.hidden = !fits;
        some = some || fits;
        shown += fits;
        all += 1;
      }
      group.section.hidden = !some;
    }
    form.querySelector("output").textContent = shown === all ? "" : shown + " of " + all + " shown";
  };
  if (form) {
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(filter));
    filter();
  }
})();
