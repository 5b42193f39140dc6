import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const QUICK = /\b(petrichor|sonora|earth|agricola|Start)-[\w-]+\.js$/;

// The server serves the page from its own package, so that a wheel of the server has it.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../../server/tilth_server/web/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: {
      polyfill: false,
      // What is to be fetched beside a part is listed in the first script. Only tables and the first page, which have to
      // come quickly, are worth a list; styles are always in it.
      resolveDependencies: (file, dependencies) => (QUICK.test(file) ? dependencies : []),
    },
    rolldownOptions: {
      output: {
        // Modules that every page needs, with what they import, are one file: small files compress worse.
        codeSplitting: { groups: [{ name: "calls", test: /src\/(me\.svelte|settings\.svelte|words\/index|start\/written|server\/calls|generated\/tilth\/v1\/receipt_pb)/ }] },
      },
    },
  },
});
