import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server serves the page from its own package, so that a wheel of the server has it.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../../server/tilth_server/web/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Modules that every page needs, with what they import, are one file: small files compress worse.
        codeSplitting: { groups: [{ name: "calls", test: /src\/(me\.svelte|settings\.svelte|words\/index|start\/written|server\/calls|generated\/tilth\/v1\/receipt_pb)/ }] },
      },
    },
  },
});
