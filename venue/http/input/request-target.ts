// The target of a request, exactly as in its request line: signatures are made over these characters. Interface 5.2.
//
// The server returns a URL with scheme and authority in front of the target. If a request has no usable host (HTTP/1.0, an
// empty `Host`), it returns the bare target.

/** The index at which path and query begin in a request's URL; the URL's length if it has none. */
export function targetStart(url: string): number {
  if (url.startsWith("/")) return 0;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? url.length : start;
}

/** Path and query of a request's URL, exactly as in its request line. */
export function requestTarget(url: string): string {
  return url.slice(targetStart(url)) || "/";
}
