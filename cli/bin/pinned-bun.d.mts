// The types of pinned-bun.mjs, which is plain JavaScript so that any Node.js can read it.

export function runPinnedBun(
  bunArguments: readonly string[],
  options: { readonly forTests: boolean; readonly startsVenue?: boolean },
): void;
export function problemWithNode(version: string): string | null;
export function inRepository(path: string): string;
export function isInstalled(repository: string, forTests: boolean): boolean;
