import { fileURLToPath } from "node:url";

import { defineConfig, type Plugin } from "vite";

const client = fileURLToPath(new URL("../typescript/", import.meta.url));

/** The TypeScript client and its generated contract, from their sources. */
const referee: Plugin = {
  name: "clio-referee",
  enforce: "pre",
  resolveId(source) {
    if (source === "clio-referee") return `${client}src/index.ts`;
    if (source === "@bufbuild/protobuf") return this.resolve(source, `${client}src/index.ts`, { skipSelf: true });
    const contract = /^clio-referee\/contract\/(\w+)$/.exec(source);
    return contract ? `${client}src/contract/clio/v1/${contract[1]}_pb.ts` : null;
  },
};

/** The address of the shared worker, built with the pages: it imports the chunks that they load anyway. */
const streamWorker: Plugin = {
  name: "stream-worker",
  resolveId: (source) => (source === "virtual:stream-worker" ? `\0${source}` : null),
  load(id) {
    if (id !== "\0virtual:stream-worker") return null;
    const entry = fileURLToPath(new URL("src/streams/stream-worker.ts", import.meta.url));
    return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "chunk", id: entry, name: "stream-worker" })}`;
  },
};

/** Ends every written file with a line feed, as all texts of the repository do. */
const lineFeed: Plugin = {
  name: "line-feed",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = `${file.code.trimEnd()}\n`;
      else if (typeof file.source === "string") file.source = `${file.source.trimEnd()}\n`;
    }
  },
};

export default defineConfig({
  plugins: [referee, streamWorker, lineFeed],
  worker: { format: "es", plugins: () => [referee, lineFeed] },
  build: {
    outDir: process.env["CLIO_WEB_OUT"] ?? "../../service/clio/server/http/web",
    emptyOutDir: true,
    target: "es2022",
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
