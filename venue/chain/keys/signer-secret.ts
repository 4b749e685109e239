// How the venue authenticates to a remote signer. With our own signer each request is signed (HMAC-SHA256) with a shared
// secret over its time, a number used once, and its body: a program that reads one request can neither make another nor
// send it again. Signers of others, or the proxies before them, accept the secret itself as a bearer token.

import { createHash, createHmac, randomBytes } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";

export interface SignerSecret {
  readonly kind: "hmac" | "bearer";
  readonly secret: string;
}

export const TIME_HEADER = "evermark-time";
export const NUMBER_HEADER = "evermark-number";
export const SIGNATURE_HEADER = "evermark-signature";

/** Shorter secrets can be guessed. */
const CHARACTERS_MIN = 32;
const OTHERS = 0o077;

/** @param now in milliseconds since 1970 */
export function proofHeaders({ kind, secret }: SignerSecret, body: string, now: number): Record<string, string> {
  if (kind === "bearer") return { authorization: `Bearer ${secret}` };
  const [time, number] = [String(now), randomBytes(16).toString("hex")];
  return {
    [TIME_HEADER]: time,
    [NUMBER_HEADER]: number,
    [SIGNATURE_HEADER]: signatureOf(secret, { time, number, body }),
  };
}

/** HMAC-SHA256 as 64 hex digits. */
export function signatureOf(secret: string, said: { time: string; number: string; body: string }): string {
  const hash = createHash("sha256").update(said.body).digest("hex");
  return createHmac("sha256", secret).update(`${said.time}\n${said.number}\n${hash}`).digest("hex");
}

/**
 * Reads a secret from a file that only its owner can read.
 * @throws {ConfigurationMistake} the message shows nothing of the secret
 */
export function readSecretFile(path: string, name: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) throw new ConfigurationMistake(`${name}: there is no file ${path}`);
  if ((found.mode & OTHERS) !== 0)
    throw new ConfigurationMistake(`${name}: others may read ${path}; chmod 600 ${path}`);
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length >= CHARACTERS_MIN && /^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new ConfigurationMistake(
    `${name}: ${path} holds no secret; expected ${CHARACTERS_MIN} characters or more without spaces, such as of openssl rand -hex 32`,
  );
}
