// Where Anvil lies. npm installs the package of this platform alone, and with it the program itself: no shell and no search
// path is asked, so what runs is the version that package.json pins.

import { createRequire } from "node:module";

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/** Undefined where there is none for this platform. */
export function findAnvil(
  platform: string = process.platform,
  architecture: string = process.arch,
): string | undefined {
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[architecture] ?? architecture}`;
  const file = platform === "win32" ? "anvil.exe" : "anvil";
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${file}`);
  } catch {
    return undefined;
  }
}
