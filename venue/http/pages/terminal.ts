// Serves the terminal: the page itself at `/`, its files under `/terminal/`.

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import type { Configuration } from "../../configuration/configuration.ts";
import { LOGO_TYPES } from "../../configuration/terminal-configuration.ts";
import type { MadeTerminal } from "./cached-terminal.ts";
import { fileAnswer, pagePolicy, type ServedFile, served } from "./file-site.ts";
import { madeTerminal, wantSmall } from "./made-terminal.ts";
import { terminalPage } from "./terminal-page.ts";

const POLICY = pagePolicy({ inlineStyles: false });
const LOGO = "/terminal/logo";

export class TerminalPages {
  readonly #configuration: Configuration;
  /** The files that belong to this venue alone, made for the bundle in `beside`. */
  #own: { readonly beside: MadeTerminal; readonly files: ReadonlyMap<string, ServedFile> } | undefined;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /**
   * @param path `/`, or one under `/terminal/`
   * @returns undefined when there is no such file
   * @throws {Error} when the terminal can't be built; the next request tries again
   */
  async answer(path: string, request: Request): Promise<Response | undefined> {
    const made = await madeTerminal();
    if (path === "/") wantSmall(made);
    const file = this.#ownFiles(made).get(path) ?? made.files.get(path);
    return file && fileAnswer(file, request, POLICY);
  }

  #ownFiles(beside: MadeTerminal): ReadonlyMap<string, ServedFile> {
    if (this.#own?.beside !== beside) this.#own = { beside, files: this.#makeOwn(beside) };
    return this.#own.files;
  }

  #makeOwn({ entry }: MadeTerminal): ReadonlyMap<string, ServedFile> {
    const { logo } = this.#configuration.terminal;
    const page = terminalPage(this.#configuration, { ...entry, logo: logo === null ? null : LOGO });
    const own = new Map([["/", served(new TextEncoder().encode(page), "text/html; charset=utf-8")]]);
    if (logo !== null) own.set(LOGO, served(readFileSync(logo), LOGO_TYPES[extname(logo).toLowerCase()]!));
    return own;
  }
}
