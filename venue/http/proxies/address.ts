// Where a request comes from.

/** What the server knows of a connection. */
export interface Connections {
  requestIP(request: Request): { readonly address: string } | null;
  /** Lets one answer take longer than the server's idle time: 0 for as long as it takes. */
  timeout(request: Request, seconds: number): void;
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** The address at the other end of a request's connection. "" once it hung up. */
export function peerOf(request: Request, connections: Pick<Connections, "requestIP">): string {
  return plainAddress(connections.requestIP(request)?.address ?? "");
}

/** An IPv4 address that came through an IPv6 socket is written as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, "");
}

/** Whether an address is this machine itself. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

/** Whose limits an address counts in: an IPv4 address its own, an IPv6 address those of its network of 64 bits. */
export function neighbourhoodOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before = [], after] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  // What `::` stands for are zeros, as many as are missing; only the first four groups matter.
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - (after?.length ?? 0)) }, () => "0");
  const groups = after === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "").toLowerCase());
  return `${network.join(":")}::/64`;
}
