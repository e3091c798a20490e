import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

const client = fileURLToPath(new URL("../typescript/", import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^clio-referee\/contract\/(.*)$/, replacement: `${client}src/contract/clio/v1/$1_pb.ts` },
      { find: /^clio-referee$/, replacement: `${client}src/index.ts` },
      { find: /^@bufbuild\/protobuf$/, replacement: `${client}node_modules/@bufbuild/protobuf` },
    ],
  },
  build: {
    outDir: process.env["CLIO_WEB_OUT"] ?? "../../service/clio/server/http/web",
    emptyOutDir: true,
    target: "es2022",
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
