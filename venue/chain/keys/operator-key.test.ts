import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hex } from "viem";
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from "viem/accounts";
import {
  type KeySource,
  readKeySource,
  readOperatorAddress,
  readSecretSource,
} from "../../configuration/values/key-source.ts";
import { encryptKey } from "./encrypted-key.ts";
import { isKnownTestAddress } from "./known-keys.ts";
import { findOperatorKey } from "./operator-key.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-keys-"));
afterAll(() => rmSync(directory, { recursive: true }));
const key = generatePrivateKey();
const address = privateKeyToAddress(key).toLowerCase() as Hex;
const other = "0x0000000000000000000000000000000000000001";

interface Changes {
  readonly address?: Hex;
  readonly environment?: Record<string, string | undefined>;
}

function find(source: KeySource, { address = null as never, environment = {} }: Changes) {
  return findOperatorKey({ source, address, environment, directory });
}
const refusal = (source: KeySource, changes: Changes): Promise<string> =>
  find(source, changes).then(String, (error: Error) => error.message);

test("the place of a key is written as env, keystore:… or a URL; never as the key itself", () => {
  expect(readKeySource("env")).toEqual({ kind: "environment" });
  expect(readKeySource("keystore:/run/operator.json")).toEqual({ kind: "keystore", path: "/run/operator.json" });
  expect(readKeySource("http://127.0.0.1:9000/")).toEqual({ kind: "remote", url: "http://127.0.0.1:9000/" });
  for (const wrong of [key, "keystore:", "ftp://x", "http://", "", 5, null, "ENV"])
    expect(readKeySource(wrong)).toBeUndefined();
  expect(readOperatorAddress(privateKeyToAddress(key))).toBe(address);
  expect(readOperatorAddress("none")).toBeNull();
  for (const wrong of ["0x12", 5, `${address}0`]) expect(readOperatorAddress(wrong)).toBeUndefined();
});

test("a key in the environment is removed from it", async () => {
  const environment = { EVERMARK_OPERATOR_KEY: ` ${key.slice(2)}\n`, HOME: "/root" };
  expect(await find({ kind: "environment" }, { environment })).toEqual({ kind: "key", key, address });
  expect(environment as object).toEqual({ HOME: "/root" });
});

test("no key, a broken key, and a key of another address prevent the start, and nothing of the key is shown", async () => {
  const environment = () => ({ EVERMARK_OPERATOR_KEY: key });
  expect(await refusal({ kind: "environment" }, {})).toBe("chain.operator_key: EVERMARK_OPERATOR_KEY is not set");
  expect(await refusal({ kind: "environment" }, { environment: environment(), address: other })).toBe(
    `chain.operator_key: the key is that of ${address}, expected ${other}`,
  );
  for (const broken of [key.slice(0, -1), `${key.slice(0, -1)}g`, `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`]) {
    const said = await refusal({ kind: "environment" }, { environment: { EVERMARK_OPERATOR_KEY: broken } });
    expect(said).toBe("chain.operator_key: the operator's key is no private key: expected 0x and 64 hex digits");
  }
});

test("a keystore's password comes from the environment or from a file descriptor", async () => {
  const source = readKeySource("keystore:operator.json")!;
  writeFileSync(join(directory, "operator.json"), await encryptKey(key, "secret", { n: 16, r: 1, p: 1 }));
  writeFileSync(join(directory, "password"), "secret\n");
  const environment: Record<string, string> = { EVERMARK_KEYSTORE_PASSWORD: "secret" };
  expect(await find(source, { environment })).toEqual({ kind: "key", key, address });
  expect(environment).toEqual({});
  const descriptor = String(openSync(join(directory, "password"), "r"));
  expect(await find(source, { environment: { EVERMARK_KEYSTORE_PASSWORD_FD: descriptor } })).toMatchObject({ address });

  expect(await refusal(source, {})).toContain("needs EVERMARK_KEYSTORE_PASSWORD or EVERMARK_KEYSTORE_PASSWORD_FD");
  expect(await refusal(source, { environment: { EVERMARK_KEYSTORE_PASSWORD: "Secret" } })).toContain(
    "the password is wrong",
  );
  expect(await refusal(source, { environment: { EVERMARK_KEYSTORE_PASSWORD_FD: "-1" } })).toContain("no number");
  expect(await refusal(source, { environment: { EVERMARK_KEYSTORE_PASSWORD_FD: "99999" } })).toContain("can't be read");
  const missing = readKeySource("keystore:nowhere.json")!;
  expect(await refusal(missing, { environment: { EVERMARK_KEYSTORE_PASSWORD: "x" } })).toContain(
    "can't be read (ENOENT)",
  );
});

test("a remote signer needs a configured address to sign for", async () => {
  const source = readKeySource("http://signer:9000")!;
  expect(await refusal(source, {})).toContain("needs chain.operator_address");
  const remote = { kind: "remote", url: "http://signer:9000", address: other };
  expect(await find(source, { address: other })).toEqual({ ...remote, secret: null } as never);
});

test("the secret shared with a remote signer is in a file that only its owner can read", async () => {
  const source = readKeySource("http://signer:9000")!;
  const path = join(directory, "signer.secret");
  const found = (raw: string) =>
    findOperatorKey({ source, address: other, environment: {}, directory, secret: readSecretSource(raw)! }).then(
      (key) => (key as { secret: unknown }).secret,
      (error: Error) => error.message,
    );
  expect(await found("hmac:signer.secret")).toBe(`chain.signer_secret: there is no file ${path}`);
  for (const weak of ["", "short", `${"s".repeat(31)}\n`, `${"s".repeat(20)} ${"s".repeat(20)}`]) {
    writeFileSync(path, weak, { mode: 0o600 });
    expect(await found("hmac:signer.secret")).toContain(`${path} holds no secret; expected 32 characters`);
  }
  writeFileSync(path, `${"s".repeat(32)}\n`);
  expect(await found(`bearer:${path}`)).toEqual({ kind: "bearer", secret: "s".repeat(32) });
  chmodSync(path, 0o640);
  expect(await found("hmac:signer.secret")).toBe(`chain.signer_secret: others may read ${path}; chmod 600 ${path}`);
  for (const wrong of ["hmac:", "basic:file", "file", "", 5, null]) expect(readSecretSource(wrong)).toBeUndefined();
});

test("publicly known keys are recognized by their address", () => {
  const mnemonic = "test test test test test test test test test test test junk";
  for (const addressIndex of [0, 1, 19]) {
    expect(isKnownTestAddress(mnemonicToAccount(mnemonic, { addressIndex }).address)).toBe(true);
  }
  expect(isKnownTestAddress(privateKeyToAddress(`0x${"1".padStart(64, "0")}`))).toBe(true);
  expect(isKnownTestAddress(address)).toBe(false);
});
