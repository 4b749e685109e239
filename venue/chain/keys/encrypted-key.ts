// A private key in a file, encrypted with a password: version 3 of the keystore that Ethereum's own tools write (scrypt,
// AES-128-CTR, Keccak-256), so that keys can be exchanged with other tools in both directions.

import { randomBytes, scrypt } from "node:crypto";
import { decrypt, encrypt } from "ox/Keystore";
import Type from "typebox";
import { Check } from "typebox/value";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The cost of one guess for an attacker: a quarter of a gigabyte and about a second. */
const COST = { n: 262_144, r: 8, p: 1 } as const;
const MEMORY_MAX = 1_073_741_824;
const KEY_BYTES = 32;

const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-fA-F]{${bytes * 2}}$` });

const KEYSTORE = Type.Object({
  version: Type.Literal(3),
  address: Type.Optional(Type.String({ pattern: "^(0x)?[0-9a-fA-F]{40}$" })),
  crypto: Type.Object({
    cipher: Type.Literal("aes-128-ctr"),
    ciphertext: hex(KEY_BYTES),
    cipherparams: Type.Object({ iv: hex(16) }),
    kdf: Type.Literal("scrypt"),
    kdfparams: Type.Object({
      n: Type.Integer({ minimum: 2, maximum: 4_194_304 }),
      r: Type.Integer({ minimum: 1, maximum: 64 }),
      p: Type.Integer({ minimum: 1, maximum: 64 }),
      dklen: Type.Literal(32),
      salt: Type.String({ pattern: "^([0-9a-fA-F]{2}){8,64}$" }),
    }),
    mac: hex(32),
  }),
});
type Keystore = Type.Static<typeof KEYSTORE>;

/** Its message contains neither key nor password. */
export class KeystoreRefused extends Error {
  override readonly name = "KeystoreRefused";
}

/**
 * @param cost of a guess; only tests set it
 * @returns the file's text
 */
export async function encryptKey(
  key: Hex,
  password: string,
  cost: { n: number; r: number; p: number } = COST,
): Promise<string> {
  const kdfparams = { ...cost, dklen: 32, salt: randomBytes(32).toString("hex") };
  const derived = await derive(password, kdfparams);
  const keystore = encrypt(key, derived, { kdf: "scrypt", kdfparams, iv: randomBytes(16) });
  return `${JSON.stringify({ address: addressOf(key).slice(2), ...keystore }, null, 2)}\n`;
}

/** @throws {KeystoreRefused} the text is no such keystore, or the password is not the right one */
export async function decryptKey(text: string, password: string): Promise<Hex> {
  const keystore = parseKeystore(text);
  const key = opened(keystore, await derive(password, keystore.crypto.kdfparams));
  const { address } = keystore;
  if (address !== undefined && !addressOf(key).endsWith(address.toLowerCase().replace(/^0x/, ""))) {
    throw new KeystoreRefused("the key in the file is not that of the address in the file");
  }
  return key;
}

function opened(keystore: Keystore, derived: Hex): Hex {
  try {
    // Not every tool writes an id, and nothing depends on it.
    return decrypt({ id: "", ...keystore }, derived);
  } catch {
    throw new KeystoreRefused("the password is wrong, or the file is damaged");
  }
}

function parseKeystore(text: string): Keystore {
  const content = jsonOf(text);
  if (!Check(KEYSTORE, content)) {
    throw new KeystoreRefused("the file is no keystore of version 3 with scrypt and aes-128-ctr");
  }
  const { n, r } = content.crypto.kdfparams;
  if ((n & (n - 1)) !== 0 || 128 * n * r > MEMORY_MAX) {
    throw new KeystoreRefused("the file's scrypt needs more than a gigabyte, or its n is no power of two");
  }
  return content;
}

/** Parses the file; some tools write `Crypto` instead of `crypto`. */
function jsonOf(text: string): unknown {
  try {
    const content = JSON.parse(text);
    return content?.crypto === undefined && content?.Crypto !== undefined
      ? { ...content, crypto: content.Crypto }
      : content;
  } catch {
    throw new KeystoreRefused("the file is no JSON");
  }
}

interface Derivation {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: string;
}

/** Off the main thread: ox's own derivation blocks everything else, and does not use the file's `r` and `p`. */
function derive(password: string, { n, r, p, salt }: Derivation): Promise<Hex> {
  const options = { N: n, r, p, maxmem: 2 * MEMORY_MAX };
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(new KeystoreRefused("the file's scrypt can't be computed here"));
    try {
      scrypt(password, Buffer.from(salt, "hex"), 32, options, (error, derived) =>
        error ? refuse() : resolve(`0x${derived.toString("hex")}`),
      );
    } catch {
      // The algorithm does not allow these costs.
      refuse();
    }
  });
}

function addressOf(key: Hex): string {
  try {
    return privateKeyToAccount(key).address.toLowerCase();
  } catch {
    throw new KeystoreRefused("what is in the file is no private key");
  }
}
