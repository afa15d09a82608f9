// Reads the description of the interface and makes a form for each call.

const game = document.getElementById("game");
const token = document.getElementById("token");
const calls = document.getElementById("calls");

const EXAMPLES = {
  "post /api/v1/games": { game: "hex", variant: "11x11", seats: ["person", "5"] },
  "post /api/v1/games/{id}/moves": { move: "f6" },
  "post /api/v1/games/{id}/takeback": { plies: 1 },
  "post /api/v1/games/{id}/redo": { plies: 1 },
  "post /api/v1/games/{id}/goto": { node: 0 },
  "post /api/v1/games/{id}/engine": { engine: "5" },
  "post /api/v1/games/{id}/analysis": { engine: "10", lines: 3, time_ms: 5000 },
  "post /api/v1/games/{id}/tree": { engine: "9", line: [] },
  "post /api/v1/games/{id}/grades": { engine: "7", time_ms: 200 },
  "patch /api/v1/games/{id}": { running: true, pause_ms: 500 },
};

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(method, path, body, output) {
  output.hidden = false;
  output.textContent = "…";
  const headers = {};
  if (token.value) headers.Authorization = `Bearer ${token.value}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(path.replace("{id}", encodeURIComponent(game.value)).replace("{game}", "hex"), { method, headers, body });
    const text = await answer.text();
    output.textContent = `${answer.status} ${answer.statusText}\n\n${pretty(text)}`;
    if (answer.status === 201) {
      const made = JSON.parse(text);
      game.value = made.id;
      token.value = made.owner;
    }
  } catch (failure) {
    output.textContent = `${failure}`;
  }
}

function watch(path, output) {
  output.hidden = false;
  output.textContent = "";
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = token.value ? `?token=${encodeURIComponent(token.value)}` : "";
  const socket = new WebSocket(`${scheme}://${location.host}${path.replace("{id}", game.value)}${query}`);
  socket.onmessage = (event) => {
    output.textContent = `${event.data.slice(0, 400)}\n\n${output.textContent}`.slice(0, 8000);
  };
  socket.onclose = () => (output.textContent = `closed\n\n${output.textContent}`);
}

function call(path, method, operation) {
  const output = element("pre", { hidden: true });
  const form = element("form");
  const example = EXAMPLES[`${method} ${path}`];
  const takesBody = Boolean(operation.requestBody);
  const body = element("textarea", { rows: 4, spellcheck: false, value: example ? JSON.stringify(example) : "{}" });
  if (takesBody) form.append(body);
  form.append(element("button", { type: "submit" }, path.endsWith("/live") ? "Watch" : "Send"), output);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (path.endsWith("/live")) watch(path, output);
    else void send(method.toUpperCase(), path, takesBody ? body.value : undefined, output);
  });
  const heading = element(
    "summary",
    {},
    element("b", {}, method.toUpperCase()),
    element("code", {}, path),
    element("span", {}, operation.summary ?? ""),
  );
  return element("details", {}, heading, form);
}

const description = await (await fetch("/api/v1/openapi.json")).json();
calls.replaceChildren();
for (const tag of description.tags) {
  calls.append(element("h2", {}, tag.name), element("p", {}, tag.description ?? ""));
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.tags?.includes(tag.name)) calls.append(call(path, method, operation));
    }
  }
}
