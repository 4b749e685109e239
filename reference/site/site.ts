// The reference as the venue serves it: the two documents for programs, and the pages for people. Each file is made when
// it is first asked for, on a thread of its own, so that neither the start nor anybody's order waits for it; after that
// it is bytes in memory.

import type { DescribedVenue } from "../access.ts";
import type { MadeFile, ToMake } from "./maker.worker.ts";

export interface SiteOptions extends DescribedVenue {
  readonly version: string;
  /** Where this venue listens, with the port: what the document of the streams names. */
  readonly host: string;
}

/** What there is, and what each is. */
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

/**
 * A page asks nobody but this venue, runs no script but the files above, and shows in no other page. Styles are the one
 * thing that the library writes into the page itself.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export class ReferenceSite {
  readonly #options: SiteOptions;
  readonly #made = new Map<FilePath, Promise<MadeFile>>();

  constructor(options: SiteOptions) {
    this.#options = options;
  }

  /** @throws {Error} when the file can't be made; the next one who asks has it tried again */
  async answer(path: FilePath, request: Request): Promise<Response> {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD")
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
    const file = await this.#file(path);
    const headers = headersOf(path, file.tag);
    if (request.headers.get("if-none-match")?.includes(file.tag)) return new Response(null, { status: 304, headers });
    if (!acceptsGzip(request)) return new Response(file.bytes, { headers });
    headers.set("Content-Encoding", "gzip");
    return new Response(file.gzipped, { headers });
  }

  #file(path: FilePath): Promise<MadeFile> {
    const known = this.#made.get(path);
    if (known !== undefined) return known;
    const made = makeFile({ path, options: this.#options });
    this.#made.set(path, made);
    made.catch(() => this.#made.delete(path));
    return made;
  }
}

function headersOf(path: FilePath, tag: string): Headers {
  const headers = new Headers({
    "Content-Type": FILES[path],
    ETag: tag,
    // Kept, but asked about each time: another version of the venue has another reference.
    "Cache-Control": "no-cache",
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
  });
  if (FILES[path].startsWith("text/html")) {
    headers.set("Content-Security-Policy", POLICY);
    headers.set("Referrer-Policy", "no-referrer");
  }
  // Tools on other pages may read the documents, as they may read the interface.
  if (path.endsWith(".json")) headers.set("Access-Control-Allow-Origin", "*");
  return headers;
}

function acceptsGzip(request: Request): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get("accept-encoding") ?? "");
}

function makeFile(task: ToMake): Promise<MadeFile> {
  const worker = new Worker(new URL("./maker.worker.ts", import.meta.url).href, { ref: false });
  const { promise, resolve, reject } = Promise.withResolvers<MadeFile>();
  worker.onmessage = ({ data }: MessageEvent<MadeFile | { readonly failure: string }>) =>
    "failure" in data ? reject(new Error(data.failure)) : resolve(data);
  worker.onerror = ({ message }) => reject(new Error(`${task.path} could not be made: ${message}`));
  worker.addEventListener("close", () => reject(new Error(`${task.path} was not made: its thread ended`)));
  worker.postMessage(task);
  return promise.finally(() => worker.terminate());
}
