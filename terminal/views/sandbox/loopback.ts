// Whether the page came from this machine: to others the venue's controls do not answer.

/** @param host as `location.hostname` has it */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(host);
}
