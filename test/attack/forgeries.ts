// Credentials that must not be accepted: none at all; those of another request, another account or another time; and
// keys and signatures that careless curve arithmetic accepts. Each is added to a request that would otherwise be valid.

import { encodeBase58 } from "@evermark/interface/rows/base58.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { credentials, type Identity } from "./attacker.ts";

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface Forger {
  readonly self: Identity;
  /** Another trader with an account and a key. */
  readonly other: Identity;
  readonly random: Random;
}

type Forgery = (request: Request, forger: Forger) => readonly (readonly [string, string])[];

/** Just outside the venue's window of 300 s either way, beyond which a signature is void. */
const OUTSIDE_MS = 301_000;
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Public keys for which a signature verifies without a secret: small-order points, and their other encodings. */
const SMALL_ORDER: readonly string[] = [
  "0100000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "0100000000000000000000000000000000000000000000000000000000000080",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

export const forgeries: Readonly<Record<string, Forgery>> = {
  "no credentials": () => [],
  "half the credentials": ({ method, path, body }, { self, random }) => {
    const all = self.headers(method, path, body);
    return all.toSpliced(below(random, all.length), 1);
  },
  "a signature of an empty message": (_, { self }) =>
    credentials(self.signer.accountId, self.signer.key.publicKey, String(self.now()), "A".repeat(86)),
  "a signature of another path": ({ method, body }, { self }) => self.headers(method, "/v1/client/info", `${body} `),
  "a signature of another method": ({ method, path, body }, { self }) =>
    self.headers(method === "GET" ? "POST" : "GET", path, body),
  "a signature of another body": ({ method, path, body }, { self }) => self.headers(method, path, `${body} `),
  "a signature without the query": ({ method, path, body }, { self }) =>
    self.headers(method, path.includes("?") ? path.replace(/\?.*/, "") : `${path}?`, body),
  "a flipped bit in the signature": ({ method, path, body }, { self, random }) => {
    const [account, key, time, [name, text]] = self.headers(method, path, body);
    const bytes = Buffer.from(text, "base64url");
    bytes[below(random, 64)]! ^= 1 << below(random, 8);
    return [account, key, time, [name, bytes.toString("base64url")]];
  },
  "a signature with a larger S": ({ method, path, body }, { self }) => {
    const [account, key, time, [name, text]] = self.headers(method, path, body);
    return [account, key, time, [name, withLargerS(Buffer.from(text, "base64url")).toString("base64url")]];
  },
  "a signature of yesterday": ({ method, path, body }, { self }) =>
    self.headers(method, path, body, self.now() - OUTSIDE_MS),
  "a signature of tomorrow": ({ method, path, body }, { self }) =>
    self.headers(method, path, body, self.now() + OUTSIDE_MS),
  "a timestamp that was not signed": ({ method, path, body }, { self }) => {
    const [account, key, [name, time], signature] = self.headers(method, path, body);
    return [account, key, [name, String(Number(time) + 1)], signature];
  },
  "another's account": ({ method, path, body }, { self, other }) =>
    self
      .headers(method, path, body)
      .map(([name, value]) => [name, name === "SVC-Account-Id" ? other.signer.accountId : value]),
  "another's key": ({ method, path, body }, { self, other }) =>
    self
      .headers(method, path, body)
      .map(([name, value]) => [name, name === "SVC-Api-Key" ? other.signer.key.publicKey : value]),
  "a key of small order": (_, { self, random }) => {
    const key = Buffer.from(SMALL_ORDER[below(random, SMALL_ORDER.length)]!, "hex");
    // R is the key itself or the neutral element, S is zero: this verifies wherever cofactors are forgotten.
    const r = random() < 0.5 ? key : Buffer.from(SMALL_ORDER[0]!, "hex");
    const signature = Buffer.concat([r, Buffer.alloc(32)]).toString("base64url");
    return credentials(self.signer.accountId, `ed25519:${encodeBase58(key)}`, String(self.now()), signature);
  },
  "credentials full of garbage": (_, { random }) => {
    const word = () =>
      Array.from({ length: below(random, 90) }, () => String.fromCharCode(33 + below(random, 94))).join("");
    return credentials(word(), word(), word(), word());
  },
  "credentials twice": ({ method, path, body }, { self, other }) => [
    ...other.headers(method, path, `${body} `),
    ...self.headers(method, path, `${body} `),
  ],
};

/** Adds L to S: the same to arithmetic that does not check its range, and a different signature when bytes are compared. */
function withLargerS(signature: Buffer): Buffer {
  let s = 0n;
  for (let i = 63; i >= 32; i--) s = (s << 8n) | BigInt(signature[i]!);
  s += GROUP_ORDER;
  const out = Buffer.from(signature);
  for (let i = 32; i < 64; i++) {
    out[i] = Number(s & 0xffn);
    s >>= 8n;
  }
  return out;
}
