// Serves the operator's console: `/operator` and its files, on a listener of their own.

import type { Configuration } from "../../configuration/configuration.ts";
import { fileAnswer, pagePolicy, served } from "./file-site.ts";
import { madeConsole } from "./made-terminal.ts";
import { escaped } from "./reference/html.ts";
import type { Entry } from "./terminal-bundle.ts";

const POLICY = pagePolicy({ inlineStyles: false });
const PAGE = "/operator";

export class ConsolePages {
  readonly #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** @returns undefined when there is no such file @throws {Error} when the console can't be built */
  async answer(path: string, request: Request): Promise<Response | undefined> {
    if (path === "/" || path === `${PAGE}/`) return Response.redirect(PAGE, 302);
    if (!path.startsWith(PAGE) || path.startsWith(`${PAGE}/v1`)) return undefined;
    const { files, entry } = await madeConsole();
    const file = path === PAGE ? this.#page(entry) : files.get(path);
    if (file === undefined) return undefined;
    const response = fileAnswer(file, request, POLICY);
    // Other pages can't read its files, and a page that opened it gets no handle to it.
    response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
    response.headers.set("Cross-Origin-Resource-Policy", "same-origin");
    return response;
  }

  #page({ script, style, font }: Entry) {
    const { brand, terminal, mode } = this.#configuration;
    const settings = { brand, name: terminal.name, isSandbox: mode === "sandbox" };
    const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<title>${escaped(terminal.name)}: operator console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>
<meta name="settings" content="${escaped(JSON.stringify(settings))}">
<script src="${script}" type="module"></script>
</head>
<body>
<noscript>The console needs JavaScript. The command evermark operator does the same.</noscript>
<div id="terminal"></div>
</body>
</html>
`;
    return served(new TextEncoder().encode(page), "text/html; charset=utf-8");
  }
}
