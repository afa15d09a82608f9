import { defineConfig } from "vite";

// The names of the built files carry no hashes: they are committed, and a
// rebuild must give the same files. The server sends entity tags instead.
const names = {
  chunkFileNames: "assets/[name].js",
  assetFileNames: "assets/[name][extname]",
};

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../crates/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      output: { entryFileNames: "assets/page.js", ...names },
    },
  },
  // The table without a server, and the engines it asks.
  worker: {
    format: "es",
    rollupOptions: { output: { entryFileNames: "assets/[name].js", ...names } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:7878", ws: true } } },
});
