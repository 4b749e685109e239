import { expect, test } from "bun:test";
import { recoverSigner } from "./wallet-signature.ts";

const WALLET = "0xd435d47bbeb4efdfd724fecc909476b16b95fb31";
const DIGEST = "0x258ce3917af6765f4c73a767da065541bde1738a64903556e23a32903d73c13f";
const SIGNATURE =
  "0x57d5eb6f237f3b6c0b1b78ac0711fcdca7127d5c17324aa62362354961fb4f3e5b2b727f649853963b2b33dcf04abeec4aba28fcca3d05d6ea5eb0b5f579acf51c";
const KEY_DIGEST = "0x7eb969ecbe222caefe6e1406e014f346553c88dd55f526cd1dc42d177709645a";
const KEY_SIGNATURE =
  "0x2c87d0659c698e69884082fee4ea59d2f7aa95155b705645f9e4db6fff5f76fb192ecf5f1838b2e6412fe635a5c8327e95b93b15829e582ce9b4162169530a8b1b";
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const withV = (v: string): string => SIGNATURE.slice(0, 130) + v;
const withS = (s: bigint, v: string): string => SIGNATURE.slice(0, 66) + s.toString(16).padStart(64, "0") + v;

test("the signatures of test vector vault 7 are the wallet's", async () => {
  expect(await recoverSigner(DIGEST, SIGNATURE)).toEqual({ kind: "signer", address: WALLET });
  expect(await recoverSigner(KEY_DIGEST, KEY_SIGNATURE)).toEqual({ kind: "signer", address: WALLET });
});

test("another message has another signer", async () => {
  const recovered = await recoverSigner(KEY_DIGEST, SIGNATURE);
  expect(recovered.kind).toBe("signer");
  expect(recovered).not.toEqual({ kind: "signer", address: WALLET });
});

test("v may be written as 0 or 1, and in upper-case hex", async () => {
  expect(await recoverSigner(DIGEST, withV("01"))).toEqual({ kind: "signer", address: WALLET });
  expect(await recoverSigner(DIGEST, `0x${SIGNATURE.slice(2).toUpperCase()}`)).toEqual({
    kind: "signer",
    address: WALLET,
  });
});

test("another v, a high s, a zero or an r beyond the order are malformed", async () => {
  const s = BigInt(`0x${SIGNATURE.slice(66, 130)}`);
  for (const v of ["02", "1a", "1d", "ff"])
    expect(await recoverSigner(DIGEST, withV(v))).toEqual({ kind: "malformed" });
  // The mirrored signature recovers the same wallet, so it must not be accepted.
  expect(await recoverSigner(DIGEST, withS(ORDER - s, "1b"))).toEqual({ kind: "malformed" });
  expect(await recoverSigner(DIGEST, withS(0n, "1b"))).toEqual({ kind: "malformed" });
  expect(await recoverSigner(DIGEST, `0x${"f".repeat(64)}${SIGNATURE.slice(66)}`)).toEqual({ kind: "malformed" });
  expect(await recoverSigner(DIGEST, `0x${"0".repeat(64)}${SIGNATURE.slice(66)}`)).toEqual({ kind: "malformed" });
});

test("anything but 65 bytes of hex is malformed", async () => {
  const bad = ["", "0x", SIGNATURE.slice(2), SIGNATURE.slice(0, 130), `${SIGNATURE}00`, SIGNATURE.replace("57", "5g")];
  for (const text of bad) expect(await recoverSigner(DIGEST, text)).toEqual({ kind: "malformed" });
});
