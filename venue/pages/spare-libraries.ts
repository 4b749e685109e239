// Parts of libraries that would travel to the browser for nothing.

import type { BunPlugin } from "bun";

/** The palette stands in a dialog of the browser's own; its library brings another one, with a dozen packages. */
const DIALOG = "export const Root = null, Portal = null, Overlay = null, Content = null;";

/** Programs of contracts, for calls of contracts that are not there: our calls are of those that are. */
const PROGRAMS = [
  "deploylessCallViaBytecodeBytecode",
  "deploylessCallViaFactoryBytecode",
  "erc6492SignatureValidatorByteCode",
  "multicall3Bytecode",
];

export const spareLibraries: BunPlugin = {
  name: "spare libraries",
  setup(build) {
    build.onResolve({ filter: /^@radix-ui\/react-dialog$/ }, ({ path }) => ({ path, namespace: "never-shown" }));
    build.onLoad({ filter: /./, namespace: "never-shown" }, () => ({ contents: DIALOG, loader: "js" }));
    build.onLoad({ filter: /viem[/\\]_esm[/\\]constants[/\\]contracts\.js$/ }, () => ({
      contents: PROGRAMS.map((name) => `export const ${name} = "0x";`).join("\n"),
      loader: "js",
    }));
  },
};
