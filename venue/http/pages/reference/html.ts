// The HTML around every page of the reference.

import type { DescribedVenue } from "@evermark/interface/documents/access.ts";

/** Text escaped for use between tags or in an attribute. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The settings that a page's script needs. */
export type PageSettings = Pick<DescribedVenue, "brand" | "isSandbox">;

/** @param title of the page; @param head further elements of the head; @param body the page's own part, as HTML */
export function htmlPage({ title, head = "", body }: { title: string; head?: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/reference/style.css">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** The bar at the top of every page. @param here the current page; @param more further content of the bar, as HTML */
export function bar(here: "calls" | "streams", more = ""): string {
  const link = (page: "calls" | "streams", href: string, text: string) =>
    `<a href="${href}"${page === here ? ' aria-current="page"' : ""}>${text}</a>`;
  return `<header class="bar">
<nav aria-label="Reference">
<strong>Evermark</strong>
${link("calls", "/reference", "Calls")}
${link("streams", "/reference/streams", "Streams")}
<a href="/openapi.json">OpenAPI</a>
<a href="/asyncapi.json">AsyncAPI</a>
</nav>
${more}
</header>`;
}
