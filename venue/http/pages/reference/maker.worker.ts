// The entry of a thread that makes one file of the reference and then ends.

import { asyncApiDocument } from "@evermark/interface/documents/asyncapi.ts";
import { openApiDocument } from "@evermark/interface/documents/openapi.ts";
import { gzipSync, hash } from "bun";
import { libraryScript } from "./library.ts";
import { referencePage } from "./reference-page.ts";
import type { FilePath, SiteOptions } from "./site.ts";
import { streamsPage } from "./streams-page.ts";

declare const self: Worker;

export interface ToMake {
  readonly path: FilePath;
  readonly options: SiteOptions;
}

const MAKERS: Readonly<Record<FilePath, (options: SiteOptions) => string | Promise<string>>> = {
  "/openapi.json": (options) => JSON.stringify(openApiDocument({ ...options, server: SERVER })),
  "/asyncapi.json": (options) => JSON.stringify(asyncApiDocument(options)),
  "/reference": referencePage,
  "/reference/streams": streamsPage,
  "/reference/style.css": () => Bun.file(new URL("./page/style.css", import.meta.url)).text(),
  "/reference/page.js": pageScript,
  "/reference/library.js": libraryScript,
};

/** Relative, so that it holds wherever the document was loaded from. */
const SERVER = { url: "/", description: "this venue" } as const;

async function pageScript(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [new URL("./page/page.ts", import.meta.url).pathname],
    target: "browser",
    minify: true,
  });
  return outputs[0]!.text();
}

self.onmessage = async ({ data: { path, options } }: MessageEvent<ToMake>) => {
  try {
    const bytes = new TextEncoder().encode(await MAKERS[path](options));
    self.postMessage({ bytes, gzipped: gzipSync(bytes), tag: `"${hash(bytes).toString(36)}"` });
  } catch (error) {
    self.postMessage({ failure: `${path} could not be built: ${error instanceof Error ? error.message : error}` });
  }
};
