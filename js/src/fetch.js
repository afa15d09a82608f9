// How files are read here, and compiled.
import { TakebackError } from "./fault.js";

/** What fetches and compiles these files, each once. */
export function compiler(files) {
  const compiled = new Map();
  return (file) => {
    let module = compiled.get(file);
    if (!module) {
      module = fetchModule(files[file]()).catch((error) => {
        compiled.delete(file);
        throw new TakebackError("load", `${file}.wasm cannot be loaded: ${error.message}`, { cause: error });
      });
      compiled.set(file, module);
    }
    return module;
  };
}

async function fetchModule(url) {
  if (url.protocol === "file:") {
    const name = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ name);
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: status ${answer.status}`);
  // Not compileStreaming: many static hosts do not know the type of such files.
  return WebAssembly.compile(await answer.arrayBuffer());
}
