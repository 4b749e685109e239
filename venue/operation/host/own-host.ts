// Whether a request is of this machine: by the origin of its page, and by the host that it names. A page of elsewhere can make its own name point to 127.0.0.1, and is then
// of one origin with what answers there; but its requests go on naming its name.

const LOOPBACK_NAME = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * @param host of the request; null where there is none, which no browser sends
 * @param configured where the venue listens, by name or address: who can reach it by that name is meant to
 */
export function isOwnHost(host: string | null, configured: string): boolean {
  if (host === null || LOOPBACK_NAME.test(host)) return true;
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  return name === configured.toLowerCase() || name === `[${configured.toLowerCase()}]`;
}

/** Several hosts in one request: proxies and servers may each take another one for the right one. */
export function hasSeveralHosts(host: string | null): boolean {
  return host?.includes(",") === true;
}

/** Whether a request comes from a page of another machine's origin; programs name no origin. */
export function isForeignPage(origin: string | null): boolean {
  if (origin === null) return false;
  const host = /^https?:\/\/(\[[^\]]+\]|[^:/]+)(:\d+)?$/.exec(origin)?.[1];
  return host === undefined || !(host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host));
}
