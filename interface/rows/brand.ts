// The operator's own word instead of the interface's neutral one, in paths, header names and parameter names.
// Interface, naming note.

export const NEUTRAL_BRAND = "svc";

export function brandedPath(path: string, brand: string): string {
  return path.replaceAll(/(?<![a-z])svc(?![a-z])/g, brand);
}
