// Whether a request comes from this machine, judged by the origin of its page and by the host that it names. A foreign
// page can make its own name resolve to 127.0.0.1, and then has the same origin as what answers there; but its requests
// still carry its name.

const LOOPBACK_NAME = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * @param host the request's host header; null without one, which no browser sends
 * @param configured where the venue listens, by name or address: clients that can reach it by that name are welcome
 */
export function isOwnHost(host: string | null, configured: string): boolean {
  if (host === null || LOOPBACK_NAME.test(host)) return true;
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  return name === configured.toLowerCase() || name === `[${configured.toLowerCase()}]`;
}

/** Whether one request names several hosts, of which proxies and servers may pick different ones. */
export function hasSeveralHosts(host: string | null): boolean {
  return host?.includes(",") === true;
}

/** Whether a request comes from a page of another machine's origin; programs send no origin. */
export function isForeignPage(origin: string | null): boolean {
  if (origin === null) return false;
  const host = /^https?:\/\/(\[[^\]]+\]|[^:/]+)(:\d+)?$/.exec(origin)?.[1];
  return host === undefined || !(host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host));
}
