// The terminal among the venue's pages: the page itself at `/`, its files under `/terminal/`.

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { gzipSync, hash } from "bun";
import type { Configuration } from "../configuration/configuration.ts";
import { LOGO_TYPES } from "../configuration/terminal-configuration.ts";
import { fileAnswer, madeByThread, pagePolicy, type ServedFile } from "./file-site.ts";
import type { MadeTerminal } from "./terminal-maker.worker.ts";
import { terminalPage } from "./terminal-page.ts";

const POLICY = pagePolicy({ inlineStyles: false });
const LOGO = "/terminal/logo";

export class TerminalPages {
  readonly #configuration: Configuration;
  #made: Promise<ReadonlyMap<string, ServedFile>> | undefined;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** Has it made before somebody asks. */
  warm(): void {
    this.#files().catch(() => {}); // Whoever asks is told.
  }

  /**
   * @param path `/`, or one under `/terminal/`
   * @returns undefined when there is no such file
   * @throws {Error} when the terminal can't be made; the next one who asks has it tried again
   */
  async answer(path: string, request: Request): Promise<Response | undefined> {
    const file = (await this.#files()).get(path);
    return file && fileAnswer(file, request, POLICY);
  }

  #files(): Promise<ReadonlyMap<string, ServedFile>> {
    this.#made ??= this.#make().catch((error) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }

  async #make(): Promise<ReadonlyMap<string, ServedFile>> {
    const script = new URL("./terminal-maker.worker.ts", import.meta.url);
    const { files, entry } = await madeByThread<MadeTerminal>(script, null, "the terminal");
    const { logo } = this.#configuration.terminal;
    const page = terminalPage(this.#configuration, { ...entry, logo: logo === null ? null : LOGO });
    const all = new Map(files);
    all.set("/", served(new TextEncoder().encode(page), "text/html; charset=utf-8"));
    if (logo !== null) all.set(LOGO, served(readFileSync(logo), LOGO_TYPES[extname(logo).toLowerCase()]!));
    return all;
  }
}

function served(content: Uint8Array, type: string): ServedFile {
  const bytes = new Uint8Array(content);
  return { bytes, gzipped: gzipSync(bytes), tag: `"${hash(bytes).toString(36)}"`, type };
}
