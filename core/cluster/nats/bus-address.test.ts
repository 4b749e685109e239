import { expect, test } from "bun:test";
import { parseBusAddress } from "./bus-address.ts";

test("an address names servers, a login and whether the connection is encrypted", () => {
  expect(parseBusAddress("nats://one")).toEqual({ servers: ["one:4222"], isEncrypted: false });
  expect(parseBusAddress("nats://venue:a%2Fb%@one:5000,two,[::1]:7")).toEqual({
    ...{ servers: ["one:5000", "two:4222", "[::1]:7"], user: "venue", password: "a/b%", isEncrypted: false },
  });
  expect(parseBusAddress("tls://secret@one,tls://two:6?ca=/etc/ca.pem")).toEqual({
    ...{ servers: ["one:4222", "two:6"], token: "secret", isEncrypted: true, ca: "/etc/ca.pem" },
  });
});

test.each([
  ["http://one", "it begins with nats:// or tls://"],
  ["one:4222", "it begins with nats:// or tls://"],
  ["nats://", "it names servers as host:port, with commas between them"],
  ["nats://one,,two", "it names servers as host:port, with commas between them"],
  ["nats://one,tls://two", "all of its servers are of one kind, nats:// or tls://"],
  ["nats://one/two", "nothing follows a server's port but ?ca="],
  ["nats://one?tls=no", 'there is no option "tls"'],
])("%s is refused: %s", (text, mistake) => {
  expect(parseBusAddress(text)).toEqual({ mistake });
});
