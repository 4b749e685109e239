// Libraries without what the page never does with them. What is left behaves as it did.

import type { BunPlugin } from "bun";
import { spareReact } from "./spare-react.ts";

/** A member as a compiler for older browsers writes it: what it means is one assignment. The name of a class takes none. */
const MEMBER =
  /Object\.defineProperty\((this|(?!\w+, "name")\w+), "(\w+)", \{\s*enumerable: true,\s*configurable: true,\s*writable: true,\s*value: (.+)\s*\}\);/g;
/** Where a library's own pages say more of an error: the page shows no such link. */
const DOCUMENTATION = /docs(?:Path|Slug): '[^']*',?/g;

function spareErrors(code: string): string {
  return code.replace(MEMBER, "$1.$2 = $3;").replace(DOCUMENTATION, "");
}

/** Transactions that carry blobs are none that a wallet of the page sends. */
function withoutBlobs(code: string): string {
  const names = [...code.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  return names.map((name) => `export function ${name}() { throw new Error("no blobs are sent"); }`).join("\n");
}

export const spareLibraries: BunPlugin = {
  name: "spare libraries",
  setup(build) {
    const rewrite = (file: string, change: (code: string) => string) =>
      build.onLoad({ filter: new RegExp(`/node_modules/${file}\\.js$`) }, async ({ path }) => ({
        contents: change(await Bun.file(path).text()),
        loader: "js",
      }));
    rewrite("viem/_esm/errors/\\w+", spareErrors);
    rewrite("viem/_esm/utils/blob/\\w+", withoutBlobs);
    rewrite("react-dom/cjs/react-dom-client\\.production", spareReact);
  },
};
