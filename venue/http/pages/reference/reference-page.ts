// The page of the calls: the bar with the key that signs them, and the element in which the library renders the document.

import { bar, escaped, htmlPage, type PageSettings } from "./html.ts";

export function referencePage({ brand, isSandbox }: PageSettings): string {
  const settings: PageSettings = { brand, isSandbox };
  return htmlPage({
    title: "API reference: calls",
    head: `<meta name="settings" content="${escaped(JSON.stringify(settings))}">
<script src="/reference/library.js" defer></script>
<script src="/reference/page.js" type="module"></script>`,
    body: `${bar("calls", keyPanel(isSandbox))}
<noscript><p class="note">This page needs JavaScript. The same calls are described in <a href="/openapi.json">openapi.json</a>.</p></noscript>
<main id="reference"></main>`,
  });
}

function keyPanel(isSandbox: boolean): string {
  return `<div class="key">
<span id="signer" role="status">Calls are not signed</span>
${isSandbox ? '<button id="make-key" type="button">Create a sandbox account</button>' : ""}
<button id="forget-key" type="button" hidden>Forget key</button>
<details id="own-key">
<summary>Use my key</summary>
<form id="key-form">
<label>Account id <input name="account" autocomplete="off" spellcheck="false" placeholder="0x…" required></label>
<label>API secret <input name="secret" type="password" autocomplete="off" spellcheck="false" required></label>
<button type="submit">Sign with this key</button>
<p>The secret stays in this page: it is never sent, and is gone when the page is closed or reloaded.</p>
</form>
</details>
</div>`;
}
