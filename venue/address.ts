// Where a request comes from.

/** What the server knows of a connection. */
export interface Connections {
  requestIP(request: Request): { readonly address: string } | null;
  /** Lets one answer take longer than the server's idle time: 0 for as long as it takes. */
  timeout(request: Request, seconds: number): void;
}

const MAPPED = "::ffff:";

/** The peer's address; an IPv4 address that came through an IPv6 socket is written as IPv4. "" once it hung up. */
export function addressOf(request: Request, connections: Pick<Connections, "requestIP">): string {
  const address = connections.requestIP(request)?.address ?? "";
  return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
}

/** Whether an address is this machine itself. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}
