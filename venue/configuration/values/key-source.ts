// Where the operator's key is found, as written in the configuration. The key itself is never in the configuration.

import type { Hex } from "viem";

export type KeySource =
  /** The key is in the environment variable `EVERMARK_OPERATOR_KEY`. */
  | { readonly kind: "environment" }
  /** An encrypted file; its password comes from the environment or a file descriptor. */
  | { readonly kind: "keystore"; readonly path: string }
  /** A program that answers `eth_signTransaction`. */
  | { readonly kind: "remote"; readonly url: string };

export const OPERATOR_KEY_VARIABLE = "EVERMARK_OPERATOR_KEY";
export const KEYSTORE_PASSWORD_VARIABLE = "EVERMARK_KEYSTORE_PASSWORD";
export const KEYSTORE_PASSWORD_FD_VARIABLE = "EVERMARK_KEYSTORE_PASSWORD_FD";

/** Undefined for an invalid source. */
export function readKeySource(raw: unknown): KeySource | undefined {
  if (typeof raw !== "string") return undefined;
  if (raw === "env") return { kind: "environment" };
  if (/^keystore:[^\0]+$/.test(raw)) return { kind: "keystore", path: raw.slice("keystore:".length) };
  if (/^https?:\/\//.test(raw) && URL.canParse(raw)) return { kind: "remote", url: raw };
  return undefined;
}

/**
 * A file with the secret by which a remote signer recognizes the venue: requests are signed with it, or carry it
 * as a bearer token.
 */
export interface SecretSource {
  readonly kind: "hmac" | "bearer";
  readonly path: string;
}

/** Undefined for an invalid source. */
export function readSecretSource(raw: unknown): SecretSource | undefined {
  const [, kind, path] = (typeof raw === "string" && /^(hmac|bearer):([^\0]+)$/.exec(raw)) || [];
  return path === undefined ? undefined : { kind: kind as SecretSource["kind"], path };
}

/** Undefined for anything but an address or `none`. */
export function readOperatorAddress(raw: unknown): Hex | null | undefined {
  if (raw === "none") return null;
  return typeof raw === "string" && /^0x[0-9a-fA-F]{40}$/.test(raw) ? (raw.toLowerCase() as Hex) : undefined;
}
