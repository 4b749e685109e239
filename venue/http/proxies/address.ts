// The address that a request comes from, and the network whose limits it counts against.

/** The part of the server that knows about connections. */
export interface Connections {
  requestIP(request: Request): { readonly address: string } | null;
  /** Sets how long one answer may take before the connection counts as idle; 0 for no limit. */
  timeout(request: Request, seconds: number): void;
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** The peer's address; "" once the client has disconnected. */
export function peerOf(request: Request, connections: Pick<Connections, "requestIP">): string {
  return plainAddress(connections.requestIP(request)?.address ?? "");
}

/** Writes an IPv4 address that came through an IPv6 socket as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, "");
}

/** Whether an address is of this machine itself. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

/** The owner of the limits that an address counts against: an IPv4 address itself, or an IPv6 address's 64-bit network. */
export function neighbourhoodOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before = [], after] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  // `::` stands for as many zero groups as are missing; only the first four groups matter.
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - (after?.length ?? 0)) }, () => "0");
  const groups = after === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "").toLowerCase());
  return `${network.join(":")}::/64`;
}
