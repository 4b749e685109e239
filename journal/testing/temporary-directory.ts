// Directories on the real disk that are removed after the test.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new directory, which `using` removes. */
export function temporaryDirectory(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "evermark-journal-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
