// The script of the page of the calls: renders the document with the library, and signs the calls with the reader's key.

import { keyPanel } from "./key-panel.ts";
import { Signatures } from "./signatures.ts";

declare global {
  interface Window {
    readonly Scalar: { createApiReference(selector: string, configuration: object): unknown };
  }
}

const settings = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="settings"]')!.content) as {
  readonly brand: string;
};

// The browser's own, which sends requests as they are.
const send = window.fetch.bind(window);
const signatures = new Signatures(send, settings.brand);
// Every request of the library goes through here, after it has determined path, query and body.
window.fetch = Object.assign(signatures.fetch, window.fetch);
keyPanel(signatures, settings.brand, send);

window.Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  servers: [{ url: location.origin, description: "this venue" }],
  // The library sends requests only to this venue.
  proxyUrl: "",
  telemetry: false,
  agent: { disabled: true },
  withDefaultFonts: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  operationTitleSource: "path",
  documentDownloadType: "none",
  orderSchemaPropertiesBy: "preserve",
  orderRequiredPropertiesFirst: false,
  defaultOpenFirstTag: true,
  metaData: { title: "API reference: calls" },
});
