import { expect, test } from "bun:test";
import { readNetworks } from "../../configuration/values/network.ts";
import { isForwarded, TrustedProxies } from "./trusted-proxies.ts";

const proxies = new TrustedProxies(readNetworks("10.0.0.0/8, 127.0.0.1, fd00::/8")!);
const PROXY = "10.1.2.3";

const clientOf = (peer: string, forwardedFor?: string): string =>
  proxies.clientOf(peer, new Headers(forwardedFor === undefined ? {} : { "X-Forwarded-For": forwardedFor }));

test.each([
  ["the proxy's own word", PROXY, "192.0.2.1", "192.0.2.1"],
  ["a proxy behind a proxy", PROXY, "192.0.2.1, 10.9.9.9", "192.0.2.1"],
  ["what the client has made up stands before it", PROXY, "127.0.0.1, 192.0.2.9, 192.0.2.1", "192.0.2.1"],
  ["a trusted address that the client has made up", PROXY, "10.0.0.7, 192.0.2.1", "192.0.2.1"],
  ["only proxies: the first of them", PROXY, "10.0.0.7, 10.0.0.8", "10.0.0.7"],
  ["no header", PROXY, undefined, PROXY],
  ["an empty header", PROXY, "", PROXY],
  ["no address", PROXY, "unknown", PROXY],
  ["no address behind a proxy", PROXY, "192.0.2.1, unknown, 10.0.0.7", "10.0.0.7"],
  ["a port", PROXY, "192.0.2.1:5000", "192.0.2.1"],
  ["IPv6", "fd12::1", "2001:db8::1", "2001:db8::1"],
  ["IPv6 with a port", PROXY, "[2001:db8::1]:5000", "2001:db8::1"],
  ["IPv4 in IPv6", PROXY, "::ffff:192.0.2.1", "192.0.2.1"],
  ["a client that is no proxy", "192.0.2.7", "192.0.2.1", "192.0.2.7"],
  ["a client near the proxies", "11.0.0.1", "192.0.2.1", "11.0.0.1"],
  ["no address any more", "", "192.0.2.1", ""],
])("%s", (_, peer, forwardedFor, client) => {
  expect(clientOf(peer, forwardedFor)).toBe(client);
});

test("an IPv6 address is the same however it is written", () => {
  const loopback = new TrustedProxies(readNetworks("::1")!);
  for (const address of ["::1", "0:0:0:0:0:0:0:1"]) expect(loopback.includes(address)).toBe(true);
  for (const address of ["::2", "127.0.0.1", ""]) expect(loopback.includes(address)).toBe(false);
});

test("several headers are one list", () => {
  const headers = new Headers();
  headers.append("X-Forwarded-For", "192.0.2.9");
  headers.append("X-Forwarded-For", "192.0.2.1");
  expect(proxies.clientOf(PROXY, headers)).toBe("192.0.2.1");
});

test("other headers are not believed about the client", () => {
  const headers = new Headers({ "X-Real-IP": "192.0.2.1", Forwarded: "for=192.0.2.1" });
  expect(proxies.clientOf(PROXY, headers)).toBe(PROXY);
});

test("without configured proxies, no address is trusted", () => {
  const none = new TrustedProxies([]);
  expect(none.clientOf("127.0.0.1", new Headers({ "X-Forwarded-For": "192.0.2.1" }))).toBe("127.0.0.1");
});

test.each(["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "CF-Connecting-IP"])(
  "%s shows that a request was forwarded",
  (name) => {
    expect(isForwarded(new Headers({ [name]: "anything" }))).toBe(true);
    expect(isForwarded(new Headers({ Accept: "*/*" }))).toBe(false);
  },
);
