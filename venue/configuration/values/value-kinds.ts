// The kinds of configuration values: how each is described in error messages, and how it is read.

import { type BusAddress, parseBusAddress } from "@evermark/core/cluster/nats/bus-address.ts";
import { type FeeE5, feeE5, type Micros, micros } from "@evermark/engine";
import { parseDecimal } from "../../wire/decimals.ts";
import { type ChainNodes, readChainNodes } from "./chain-nodes.ts";
import { type FormerVault, readFormerVaults } from "./former-vault-list.ts";
import { type KeySource, readKeySource, readSecretSource, type SecretSource } from "./key-source.ts";
import { type Network, readNetworks } from "./network.ts";
import { type ReceiverChains, readReceiverChains } from "./receiver-chains.ts";
import { type ReceiverToken, readTokens } from "./receiver-tokens.ts";

/** A hundred years. */
export const DAYS_MAX = 36_500;

export interface Kind<T> {
  /** Completes the sentence "expected …". */
  readonly expected: string;
  /** Undefined when the value is not of this kind. */
  read(raw: unknown): T | undefined;
  /** The value may hold a password, so error messages do not show it. */
  readonly isSecret?: true;
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Kind<Choice> {
  return { expected: choices.join(" or "), read: (raw) => choices.find((choice) => choice === raw) };
}

export function yesOrNo(): Kind<boolean> {
  return {
    expected: "true or false",
    read: (raw) => (raw === true || raw === "true" ? true : raw === false || raw === "false" ? false : undefined),
  };
}

export function text(pattern: RegExp, expected: string): Kind<string> {
  return { expected, read: (raw) => (typeof raw === "string" && pattern.test(raw) ? raw : undefined) };
}

export function addressOrNone(): Kind<string> {
  return text(/^(?:0x[0-9a-fA-F]{40}|none)$/, "0x and 40 hex digits, or none");
}

export function urlOrNone(): Kind<string> {
  return text(/^(?:https?:\/\/[^\s"<>]+|none)$/, "a URL, or none");
}

export function networks(): Kind<readonly Network[]> {
  return { expected: "networks such as 10.0.0.0/8 and ::1, with commas between them, or none", read: readNetworks };
}

export function chainNodes(): Kind<ChainNodes> {
  return {
    expected: "local, off, or up to 16 different http(s) URLs with commas between them",
    read: readChainNodes,
  };
}

export function receiverChains(): Kind<ReceiverChains> {
  return {
    expected:
      "none, local, or tables of different chains with id (42161, 56, 36900 or 1), rpc (URLs) and first_block, and if wanted " +
      "confirmations, finality and scan_seconds",
    read: readReceiverChains,
  };
}

export function keySource(): Kind<KeySource | "none"> {
  return {
    expected: "env, keystore:<file>, the http(s) URL of a remote signer, or none",
    read: (raw) => (raw === "none" ? raw : readKeySource(raw)),
  };
}

export function secretSource(): Kind<SecretSource | "none"> {
  return {
    expected: "hmac:<file>, bearer:<file> or none",
    read: (raw) => (raw === "none" ? raw : readSecretSource(raw)),
  };
}

export function postgresUrl(): Kind<string> {
  const isOne = (raw: unknown) => typeof raw === "string" && /^postgres(?:ql)?:\/\//.test(raw) && URL.canParse(raw);
  return {
    expected: "postgres://user:password@host:port/database, or none",
    read: (raw) => (raw === "none" || isOne(raw) ? (raw as string) : undefined),
    isSecret: true,
  };
}

export function busAddress(): Kind<BusAddress | "none"> {
  return {
    expected:
      "nats:// or tls:// and servers with commas between them, such as nats://10.0.0.1:4222,10.0.0.2:4222, or none",
    read(raw) {
      if (raw === "none") return raw;
      const address = typeof raw === "string" ? parseBusAddress(raw) : { mistake: "no text" };
      return "mistake" in address ? undefined : address;
    },
    isSecret: true,
  };
}

export function receiverTokens(): Kind<readonly ReceiverToken[]> {
  return {
    expected:
      "chain id, token and address of different tokens, such as 1:USDC:0x…, and if wanted :cap=<tokens>, :band=<fraction up to 0.1> and :price=par, " +
      "with commas between them, or none",
    read: readTokens,
  };
}

export function formerVaults(): Kind<readonly FormerVault[]> {
  return {
    expected: "addresses of vaults, each with its block, such as 0x…:1234567, with commas between them, or none",
    read: readFormerVaults,
  };
}

export function wholeNumber(least: number, most: number): Kind<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    read: (raw) => scaled(raw, 0, least, most),
  };
}

export function portBesideOrOff(): Kind<number | "beside" | "off"> {
  const port = wholeNumber(0, 65_535);
  return {
    expected: `${port.expected}, beside or off`,
    read: (raw) => (raw === "beside" || raw === "off" ? raw : port.read(raw)),
  };
}

export function portOrOff(): Kind<number | "off"> {
  const port = wholeNumber(0, 65_535);
  return { expected: `${port.expected}, or off`, read: (raw) => (raw === "off" ? raw : port.read(raw)) };
}

export function daysOrKeepDays(): Kind<number | "keep_days"> {
  const days = wholeNumber(0, DAYS_MAX);
  return {
    expected: `${days.expected}, or keep_days`,
    read: (raw) => (raw === "keep_days" ? raw : days.read(raw)),
  };
}

export function usdc(least: number, most: number): Kind<Micros> {
  return {
    expected: `an amount of USDC from ${least} to ${most}`,
    read: (raw) => {
      const value = scaled(raw, 6, least, most);
      return value === undefined ? undefined : micros(value);
    },
  };
}

export function feeRate(least: number, most: number): Kind<FeeE5> {
  return {
    expected: `a fraction from ${least} to ${most} in steps of 0.00001`,
    read: (raw) => {
      const value = scaled(raw, 5, least, most);
      return value === undefined ? undefined : feeE5(value);
    },
  };
}

export function millionths(least: number, most: number): Kind<number> {
  return {
    expected: `a fraction from ${least} to ${most} with at most 6 decimals`,
    read: (raw) => scaled(raw, 6, least, most),
  };
}

/** Undefined for anything but a number within the bounds and with at most this many decimals. */
function scaled(raw: unknown, places: number, least: number, most: number): number | undefined {
  const decimal = parseDecimal(raw, places);
  if (decimal.kind !== "exact") return undefined;
  const asWritten = Number(raw);
  return asWritten >= least && asWritten <= most ? decimal.value : undefined;
}
