// The files of the reference: the two documents for programs, and the pages for people. A thread makes each of them.

import type { DescribedVenue } from "@evermark/interface/documents/access.ts";

export interface SiteOptions extends DescribedVenue {
  readonly version: string;
  /** Where this venue listens, with the port; used in the document of the streams. */
  readonly host: string;
}

/** The paths of the reference, with the content type of each. */
export const FILES = {
  "/openapi.json": "application/json",
  "/asyncapi.json": "application/json",
  "/reference": "text/html; charset=utf-8",
  "/reference/streams": "text/html; charset=utf-8",
  "/reference/style.css": "text/css; charset=utf-8",
  "/reference/page.js": "text/javascript; charset=utf-8",
  "/reference/library.js": "text/javascript; charset=utf-8",
} as const satisfies Readonly<Record<string, string>>;

export type FilePath = keyof typeof FILES;

export const filePaths = Object.keys(FILES) as readonly FilePath[];
