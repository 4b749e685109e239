import { expect, test } from "bun:test";
import { join } from "node:path";
import { assert } from "@evermark/engine";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { BusEnd } from "./testing/bus-end.ts";
import { asksForNats, NatsServer } from "./testing/nats-server.ts";

const NODE = "00000000000000a1";

test.skipIf(!asksForNats)("a login that a server refuses is named, and a correct one is accepted", async () => {
  await using server = await NatsServer.start("authorization { user: venue, password: secret }\n");
  await using wrong = new BusEnd(`nats://venue:other@127.0.0.1:${server.port}`, NODE);
  await wrong.until(() => wrong.statuses.length > 0);
  expect(wrong.statuses[0]).toContain("Authorization Violation");
  await using right = new BusEnd(`nats://venue:secret@127.0.0.1:1,127.0.0.1:${server.port}`, NODE);
  await right.until(() => right.bus.isUp);
});

const hasOpenssl = Bun.which("openssl") !== null || process.env.TEST_TOOLS === "required";

test.skipIf(!asksForNats || !hasOpenssl)("a server's certificate is checked against its authorities", async () => {
  using temporary = temporaryDirectory();
  const [certificate, key] = [join(temporary.path, "server.pem"), join(temporary.path, "server.key")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const result = Bun.spawnSync(["openssl", "req", "-x509", ...curve, ...subject, "-keyout", key, "-out", certificate]);
  assert(result.success, "openssl makes a certificate", { said: result.stderr.toString() });
  await using server = await NatsServer.start(`tls { cert_file: "${certificate}", key_file: "${key}" }\n`);
  await using trusting = new BusEnd(`tls://localhost:${server.port}?ca=${certificate}`, NODE);
  await trusting.until(() => trusting.bus.isUp);
  await using other = new BusEnd(`tls://localhost:${server.port}`, NODE);
  await other.until(() => other.statuses.length > 0);
  expect(other.bus.isUp).toBe(false);
  expect(other.statuses[0]).toMatch(/certificate|self.signed|issuer/i);
});
