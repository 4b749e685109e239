// Where Anvil's program is. npm installs only this platform's package, which contains the program: neither shell nor
// search path is involved, so the version that runs is the one package.json pins.

import { createRequire } from "node:module";

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/** Undefined for a platform without Anvil. */
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
