// What a request asks for, as its request line has it: signatures are made over these very characters. Interface 5.2.
//
// The server gives a URL with scheme and authority in front of it; where a request names no usable host (HTTP/1.0, an
// empty `Host`), it gives the bare target.

/** Where path and query begin in a request's URL; its length when it has none. */
export function targetStart(url: string): number {
  if (url.startsWith("/")) return 0;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? url.length : start;
}

/** Path and query of a request's URL, exactly as its request line has them. */
export function requestTarget(url: string): string {
  return url.slice(targetStart(url)) || "/";
}
