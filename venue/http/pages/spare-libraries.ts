// Libraries without the parts that the page never uses. The rest behaves as before.

import type { BunPlugin } from "bun";
import { spareReact } from "./spare-react.ts";

/** A class member as compiled for older browsers, which means a plain assignment. A class's `name` can't be assigned. */
const MEMBER =
  /Object\.defineProperty\((this|(?!\w+, "name")\w+), "(\w+)", \{\s*enumerable: true,\s*configurable: true,\s*writable: true,\s*value: (.+)\s*\}\);/g;
/** Links to a library's documentation of its errors, which the page does not show. */
const DOCUMENTATION = /docs(?:Path|Slug): '[^']*',?/g;

function spareErrors(code: string): string {
  return code.replace(MEMBER, "$1.$2 = $3;").replace(DOCUMENTATION, "");
}

/** The page's wallets never send transactions that carry blobs. */
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
