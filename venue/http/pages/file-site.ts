// Files that the venue serves to browsers: built when first requested, on a thread of their own, so that neither the start nor
// any order waits for them; from then on they are bytes in memory.

import { gzipSync, hash } from "bun";

/** The file that a maker's thread sends back. */
export interface MadeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** Changes when the file does: the value of `ETag`. */
  readonly tag: string;
}

export interface ServedFile extends MadeFile {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Whether other content would have another name, so that no browser ever has to ask again. */
  readonly isForever?: boolean;
}

/** A file that is built on this thread. @param type value of `Content-Type` */
export function served(content: Uint8Array, type: string): ServedFile {
  const bytes = new Uint8Array(content);
  return { bytes, gzipped: gzipSync(bytes), tag: `"${hash(bytes).toString(36)}"`, type };
}

/**
 * A page sends requests only to this venue, runs only the venue's script files, and can't be framed by any page.
 * @param inlineStyles whether a library writes styles into the page itself
 */
export function pagePolicy({ inlineStyles }: { inlineStyles: boolean }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** @param policy the content security policy of a page; other files do not have it */
export function fileAnswer(file: ServedFile, request: Request, policy: string): Response {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  const headers = headersOf(file, policy);
  if (request.headers.get("if-none-match")?.includes(file.tag)) return new Response(null, { status: 304, headers });
  const isSmall = acceptsGzip(request);
  if (isSmall) headers.set("Content-Encoding", "gzip");
  const bytes = isSmall ? file.gzipped : file.bytes;
  headers.set("Content-Length", String(bytes.length));
  return new Response(sharedBody(bytes), { headers });
}

const bodies = new WeakMap<Uint8Array, Blob>();

/** One copy in memory, however many clients are still reading it; bare bytes would be copied for each answer. */
function sharedBody(bytes: Uint8Array<ArrayBuffer>): Blob {
  const known = bodies.get(bytes);
  if (known !== undefined) return known;
  const body = new Blob([bytes]);
  bodies.set(bytes, body);
  return body;
}

function headersOf({ type, tag, isForever = false }: ServedFile, policy: string): Headers {
  const headers = new Headers({
    "Content-Type": type,
    ETag: tag,
    // Kept by browsers otherwise, but revalidated each time, because another version of the venue has other pages.
    "Cache-Control": isForever ? "public, max-age=31536000, immutable" : "no-cache",
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
  });
  if (type.startsWith("text/html")) {
    headers.set("Content-Security-Policy", policy);
    headers.set("Referrer-Policy", "no-referrer");
  }
  // An image in a page runs no scripts; one that is opened directly is a document, and its scripts would be the venue's.
  if (type.startsWith("image/svg")) headers.set("Content-Security-Policy", PICTURE_POLICY);
  // Tools on other sites may read the documents, just as they may use the interface.
  if (type === "application/json") headers.set("Access-Control-Allow-Origin", "*");
  return headers;
}

function acceptsGzip(request: Request): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get("accept-encoding") ?? "");
}

/**
 * Starts a thread to make something, and ends it afterwards.
 * @throws {Error} with the thread's message when it fails
 */
export function madeByThread<Made extends object>(script: URL, task: unknown, what: string): Promise<Made> {
  const worker = new Worker(script.href, { ref: false });
  const { promise, resolve, reject } = Promise.withResolvers<Made>();
  worker.onmessage = ({ data }: MessageEvent<Made | { readonly failure: string }>) =>
    "failure" in data ? reject(new Error(data.failure)) : resolve(data);
  worker.onerror = ({ message }) => reject(new Error(`${what} could not be built: ${message}`));
  worker.addEventListener("close", () => reject(new Error(`${what} was not built: its thread ended`)));
  worker.postMessage(task);
  return promise.finally(() => worker.terminate());
}
