// Finds the operator's key where the configuration says it is. Secrets are removed from the environment once read, so
// that no program started by the venue inherits them, and the key is passed on only to the thread that signs.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Hex } from "viem";
import {
  KEYSTORE_PASSWORD_FD_VARIABLE,
  KEYSTORE_PASSWORD_VARIABLE,
  type KeySource,
  OPERATOR_KEY_VARIABLE,
  type SecretSource,
} from "../../configuration/values/key-source.ts";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import { decryptKey, KeystoreRefused } from "./encrypted-key.ts";
import { localSigner } from "./local-signer.ts";
import { readSecretFile, type SignerSecret } from "./signer-secret.ts";
import { SigningFailed } from "./transaction-signer.ts";

/** Everything a thread needs for signing. */
export type OperatorKey =
  | { readonly kind: "key"; readonly key: Hex; readonly address: Hex }
  | {
      readonly kind: "remote";
      readonly url: string;
      readonly address: Hex;
      /** The secret by which the venue authenticates to the signer; null where it does not. */
      readonly secret: SignerSecret | null;
    };

interface KeyPlace {
  readonly source: KeySource;
  /** The expected address, lower case; null accepts any key. */
  readonly address: Hex | null;
  /** Environment variables; secrets are deleted from it when they are read. */
  readonly environment: Record<string, string | undefined>;
  /** Where the secret shared with a remote signer is. */
  readonly secret?: SecretSource | null;
  /** Base of relative paths. */
  readonly directory: string;
}

/** @throws {ConfigurationMistake} there is no key, or it is not the one of `address`; the message shows nothing of the key */
export async function findOperatorKey({
  source,
  address,
  environment,
  secret = null,
  directory,
}: KeyPlace): Promise<OperatorKey> {
  if (source.kind === "remote") {
    if (address === null) throw mistake("a remote signer needs chain.operator_address, the address that it signs for");
    return { kind: "remote", url: source.url, address, secret: secret && secretIn(secret, directory) };
  }
  const key =
    source.kind === "environment"
      ? keyOfEnvironment(environment)
      : await keyOfFile(resolve(directory, source.path), environment);
  const found = addressOf(key);
  if (address !== null && address !== found) throw mistake(`the key is that of ${found}, expected ${address}`);
  return { kind: "key", key, address: found };
}

/** @throws {ConfigurationMistake} the message shows nothing of the secret */
export function secretIn({ kind, path }: SecretSource, directory: string): SignerSecret {
  return { kind, secret: readSecretFile(resolve(directory, path), "chain.signer_secret") };
}

function keyOfEnvironment(environment: KeyPlace["environment"]): Hex {
  const given = taken(environment, OPERATOR_KEY_VARIABLE)?.trim();
  if (given === undefined || given === "") throw mistake(`${OPERATOR_KEY_VARIABLE} is not set`);
  return (given.startsWith("0x") ? given : `0x${given}`) as Hex;
}

async function keyOfFile(path: string, environment: KeyPlace["environment"]): Promise<Hex> {
  const password = passwordOf(environment);
  const text = readOrMistake(path, `the keystore ${path} can't be read`);
  return decryptKey(text, password).catch((error: unknown) => {
    throw error instanceof KeystoreRefused ? mistake(`${path}: ${error.message}`) : error;
  });
}

function passwordOf(environment: KeyPlace["environment"]): string {
  const given = taken(environment, KEYSTORE_PASSWORD_VARIABLE);
  if (given !== undefined) return given;
  const descriptor = taken(environment, KEYSTORE_PASSWORD_FD_VARIABLE);
  if (descriptor === undefined) {
    throw mistake(`a keystore needs ${KEYSTORE_PASSWORD_VARIABLE} or ${KEYSTORE_PASSWORD_FD_VARIABLE}`);
  }
  if (!/^\d{1,6}$/.test(descriptor))
    throw mistake(`${KEYSTORE_PASSWORD_FD_VARIABLE} is no number of a file descriptor`);
  const password = readOrMistake(Number(descriptor), `file descriptor ${descriptor} can't be read`);
  // Programs end the line they write; that is not part of the password.
  return password.replace(/\r?\n$/, "");
}

function readOrMistake(from: string | number, otherwise: string): string {
  try {
    return readFileSync(from, "utf8");
  } catch (error) {
    throw mistake(`${otherwise} (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`);
  }
}

function taken(environment: KeyPlace["environment"], name: string): string | undefined {
  const value = environment[name];
  delete environment[name];
  return value;
}

function addressOf(key: Hex): Hex {
  try {
    return localSigner(key).address;
  } catch (error) {
    throw error instanceof SigningFailed ? mistake(error.message) : error;
  }
}

function mistake(what: string): ConfigurationMistake {
  return new ConfigurationMistake(`chain.operator_key: ${what}`);
}
