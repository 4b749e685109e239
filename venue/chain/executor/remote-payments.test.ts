// Withdrawals paid with a key on another machine, behind a policy: a payment that the policy does not allow is not made,
// and the operator sees the signer's reason.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { remoteSigner } from "../keys/remote-signer.ts";
import type { SignerSecret } from "../keys/signer-secret.ts";
import { beginSigner } from "../signer/begin-signer.ts";
import { OPERATOR_KEY, PayerWorld } from "./testing/payer-world.ts";

const SECRET: SignerSecret = { kind: "hmac", secret: "s".repeat(32) };
let world: PayerWorld;
beforeAll(async () => {
  world = await PayerWorld.start();
});
afterAll(() => world.stop());

test("a withdrawal within the policy is paid; one beyond it waits, and the signer's reason is shown", async () => {
  using directory = temporaryDirectory();
  const rule = `[[allow]]\nchain_id = 196\nto = "${world.vault}"\nfunction = "withdraw"\ngas_max = 3000000\nper_hour = 50\nper_day = 50`;
  const at = (name: string) => join(directory.path, name);
  writeFileSync(at("policy.toml"), `gas_price_max = 1000\n${rule}\namount_max = 100\namount_per_day = 150`);
  writeFileSync(at("secret"), SECRET.secret, { mode: 0o600 });
  const files = { policy: at("policy.toml"), secret: at("secret"), log: at("signer.log") };
  const signer = await beginSigner({ ...files, key: OPERATOR_KEY, host: "127.0.0.1", port: 0 });
  const executor = world.executor({ signer: remoteSigner(signer.url, signer.address, SECRET), timing: { retryMs: 0 } });
  const account = world.open();
  const small = await world.request(account, 100);
  await executor.round();
  await world.mine(2);
  await executor.round();
  expect(world.states(small)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
  expect(await world.heldBy(account)).toBe(99_000_000n);
  expect(world.trouble).toBe("");

  const large = await world.request(account, 101);
  await executor.round();
  expect(world.find(large)).toMatchObject({ state: "PENDING", transactions: [] });
  expect(world.trouble).toContain(
    "the remote signer signed nothing (HTTP 403): amount_above_limit: it moves more than the policy has for one: 101000000 of 100000000 micros",
  );
  await signer.stop();
  await executor.round();
  expect(world.trouble).toContain("the remote signer did not answer");
});
