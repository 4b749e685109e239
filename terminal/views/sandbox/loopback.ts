// Whether the page was served by this machine: the venue's controls answer only such pages.

/** @param host as in `location.hostname` */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(host);
}
