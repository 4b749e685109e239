import { expect, test } from "bun:test";
import { decryptKey, encryptKey } from "./encrypted-key.ts";

/** A keystore as it was once written, at full cost; the key is the test key of the wallet messages. */
const WRITTEN = {
  version: 3,
  id: "9f4ead2e-bc5d-4c3d-96e5-3d1a8b8f03e5",
  address: "d435d47bbeb4efdfd724fecc909476b16b95fb31",
  crypto: {
    cipher: "aes-128-ctr",
    ciphertext: "9afc2e219ca782719218c0ad524db78e129d81daf0f789f533c618cbf0789484",
    cipherparams: { iv: "ae5ef7e1170178e9546c4ae392edfc2a" },
    kdf: "scrypt",
    kdfparams: {
      n: 262_144,
      r: 8,
      p: 1,
      dklen: 32,
      salt: "85ffc412081424d416babd324a757ab6f207fbdc1a2e800a887c45b2c29e34e4",
    },
    mac: "50e3362cb6856737324ce8e1e9023e2cd691f912f333bd9c4e3bd1b0f5ee05aa",
  },
};
const KEY = "0x6e71688661a19e7195a09a0bba67fb5ca3c7d4dfd837d06fb9866c7a5f46495f";
const CHEAP = { n: 16, r: 1, p: 1 };

test("a keystore that was written long ago still gives its key", async () => {
  expect(await decryptKey(JSON.stringify(WRITTEN), "testpassword")).toBe(KEY);
});

test("a key is found again under its password, and under no other", async () => {
  const text = await encryptKey(KEY, "grün und lang", CHEAP);
  expect(text).not.toContain(KEY.slice(2));
  expect(await decryptKey(text, "grün und lang")).toBe(KEY);
  expect(decryptKey(text, "grün und lan")).rejects.toThrow("the password is wrong");
  expect(decryptKey(text, "")).rejects.toThrow("the password is wrong");
});

test("keystores of other tools are read: no id, no address, `Crypto`, hex in capitals", async () => {
  const { version, crypto } = JSON.parse(await encryptKey(KEY, "p", CHEAP));
  const ciphertext = crypto.ciphertext.toUpperCase();
  expect(await decryptKey(JSON.stringify({ version, Crypto: { ...crypto, ciphertext } }), "p")).toBe(KEY);
  expect(await decryptKey(JSON.stringify({ version, crypto, address: `0x${WRITTEN.address}` }), "p")).toBe(KEY);
});

test("a keystore that is damaged, of another kind, or needs too much memory is refused", async () => {
  const text = await encryptKey(KEY, "p", CHEAP);
  const written = JSON.parse(text);
  const changed = (change: object): string => JSON.stringify({ ...written, crypto: { ...written.crypto, ...change } });
  const refusal = (content: string): Promise<string> => decryptKey(content, "p").then(String, (e: Error) => e.message);
  const kdfparams = written.crypto.kdfparams;

  expect(await refusal("{")).toBe("the file is no JSON");
  expect(await refusal("null")).toContain("no keystore of version 3");
  expect(await refusal(changed({ kdf: "pbkdf2" }))).toContain("no keystore of version 3");
  expect(await refusal(changed({ ciphertext: "ab" }))).toContain("no keystore of version 3");
  expect(await refusal(changed({ kdfparams: { ...kdfparams, n: 4_194_304, r: 8 } }))).toContain("more than a gigabyte");
  expect(await refusal(changed({ kdfparams: { ...kdfparams, n: 17 } }))).toContain("power of two");
  expect(await refusal(changed({ kdfparams: { ...kdfparams, n: 262_144 } }))).toContain("can't be computed here");
  const flipped = `${written.crypto.ciphertext.slice(0, -1)}${written.crypto.ciphertext.endsWith("0") ? "1" : "0"}`;
  expect(await refusal(changed({ ciphertext: flipped }))).toContain("the password is wrong, or the file is damaged");
  expect(await refusal(JSON.stringify({ ...written, address: "00".repeat(20) }))).toContain("not that of the address");
});
