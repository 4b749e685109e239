// Serves the pages of the API reference.

import type { Configuration } from "../../configuration/configuration.ts";
import { versions } from "../../operation/reports/versions.ts";
import { fileAnswer, type MadeFile, madeByThread, pagePolicy } from "./file-site.ts";
import type { ToMake } from "./reference/maker.worker.ts";
import { FILES, type FilePath, filePaths, type SiteOptions } from "./reference/site.ts";

export { filePaths };

/** The library that shows the calls writes styles into the page. */
const POLICY = pagePolicy({ inlineStyles: true });

export class ReferencePages {
  readonly #options: SiteOptions;
  readonly #made = new Map<FilePath, Promise<MadeFile>>();

  /** @param port that the venue listens on */
  constructor({ brand, mode, limits, host }: Configuration, port: number | undefined) {
    this.#options = {
      brand,
      isSandbox: mode === "sandbox",
      limitsFactor: limits.factor,
      version: versions.evermark,
      host: `${host.includes(":") ? `[${host}]` : host}:${port}`,
    };
  }

  /** @throws {Error} when the file can't be made; the next request tries again */
  async answer(path: FilePath, request: Request): Promise<Response> {
    return fileAnswer({ ...(await this.#file(path)), type: FILES[path] }, request, POLICY);
  }

  #file(path: FilePath): Promise<MadeFile> {
    const known = this.#made.get(path);
    if (known !== undefined) return known;
    const task: ToMake = { path, options: this.#options };
    const made = madeByThread<MadeFile>(new URL("./reference/maker.worker.ts", import.meta.url), task, path);
    this.#made.set(path, made);
    made.catch(() => this.#made.delete(path));
    return made;
  }
}
