// The terminal's HTML document: the settings of this venue that a page can't query, and links to its files.

import type { Configuration } from "../../configuration/configuration.ts";
import { escaped } from "./reference/html.ts";
import type { Entry } from "./terminal-bundle.ts";

/** The settings that a page gets from the venue that serves it. */
export interface TerminalSettings {
  /** The operator's brand in the names of headers and parameters. */
  readonly brand: string;
  /** The venue's display name. */
  readonly name: string;
  readonly isSandbox: boolean;
  /** The builder under which accounts are opened. */
  readonly brokerId: string;
  /** A CSS colour, or null for the terminal's own. */
  readonly accent: string | null;
  /** Path of the logo, or null. */
  readonly logo: string | null;
}

interface Files extends Entry {
  readonly logo: string | null;
}

export function terminalPage({ brand, mode, terminal }: Configuration, { script, style, font, logo }: Files): string {
  const { name, accent, brokerId } = terminal;
  const settings: TerminalSettings = { brand, name, isSandbox: mode === "sandbox", brokerId, accent, logo };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<title>${escaped(name)}</title>
<link rel="icon" href="${logo ?? "data:,"}">
<link rel="stylesheet" href="${style}">
<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>
<link rel="modulepreload" href="${script}">
<meta name="settings" content="${escaped(JSON.stringify(settings))}">
<script src="${script}" type="module"></script>
</head>
<body>
<noscript>The terminal needs JavaScript. Programs can use the API: <a href="/reference">reference</a>.</noscript>
<div id="terminal"></div>
</body>
</html>
`;
}
