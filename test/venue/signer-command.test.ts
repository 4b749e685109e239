// `evermark signer` as a program of its own: it prints the address it signs for, signs for callers with the secret, and
// ends when it is asked to.

import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encryptKey } from "@evermark/venue/chain/keys/encrypted-key.ts";
import { remoteSigner } from "@evermark/venue/chain/keys/remote-signer.ts";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { evermark } from "./outside/evermark-command.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-signer-"));
afterAll(() => rmSync(directory, { recursive: true }));
const at = (name: string) => join(directory, name);
const key = generatePrivateKey();
const address = privateKeyToAddress(key).toLowerCase() as Hex;
const secret = "0123456789abcdef".repeat(4);
const password = { EVERMARK_KEYSTORE_PASSWORD: "correct horse battery" };
const args = (more: readonly string[] = []) => [
  ...["signer", "--keystore", at("key.json"), "--policy", at("policy.toml"), "--secret", at("secret")],
  ...["--log", at("signer.log"), "--port", "0", ...more],
];

test("it signs within its policy for a caller with the secret, logs the signature, and ends on SIGTERM", async () => {
  writeFileSync(at("key.json"), await encryptKey(key, password.EVERMARK_KEYSTORE_PASSWORD, { n: 16, r: 1, p: 1 }));
  writeFileSync(at("policy.toml"), readFileSync(join(import.meta.dir, "../../docs/signer-policy.toml")));
  writeFileSync(at("secret"), `${secret}\n`);
  chmodSync(at("secret"), 0o644);
  const open = await evermark(args(), password);
  expect(open.err).toBe(`secret: others may read ${at("secret")}; chmod 600 ${at("secret")}`);
  chmodSync(at("secret"), 0o600);
  expect((await evermark(args(["--port", "x"]), password)).err).toContain("expected a port, from 0 to 65535");
  expect((await evermark(args(["--policy", at("none")]), password)).err).toBe(
    `policy: ${at("none")} can't be read (ENOENT)`,
  );

  const program = join(import.meta.dir, "..", "..", "cli", "main.ts");
  const env = { ...process.env, ...password };
  const child = Bun.spawn([process.execPath, program, ...args()], { env, stdout: "pipe", stderr: "pipe" });
  try {
    let out = "";
    for await (const chunk of child.stdout) {
      out += new TextDecoder().decode(chunk);
      if (out.includes("fill")) break;
    }
    const [, url = ""] = /^signing as 0x[0-9a-f]{40} at (\S+)\n/.exec(out) ?? [];
    expect(out).toContain(`signing as ${address} at `);
    expect(out).toContain("  withdraw 0x0000000000000000000000000000000000000001 on chain 196\n");
    const fill = {
      ...{ chainId: 196, nonce: 3, to: address, data: "0x" as Hex, gas: 21_000n },
      ...{ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n },
    } as const;
    const venue = remoteSigner(url, address, { kind: "hmac", secret });
    const { hash } = await venue.sign(fill);
    const [line] = readFileSync(at("signer.log"), "utf8").trim().split("\n");
    expect(JSON.parse(line!)).toMatchObject({ outcome: "signed", transaction: hash, nonce: 3 });
    await expect(venue.sign({ ...fill, chainId: 1 })).rejects.toThrow("chain_not_allowed");
  } finally {
    child.kill("SIGTERM");
  }
  expect(await child.exited).toBe(0);
});
