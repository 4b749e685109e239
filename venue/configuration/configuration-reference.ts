// The reference page of the configuration, made from the same tables that read it, so that it always matches the code.

import { expectedOf } from "@evermark/engine";
import {
  CONFIGURATION_KEYS,
  type ConfigurationKey,
  fallbackOf,
  flagOf,
  KEY_NAMES,
  type KeyName,
  variableOf,
} from "./configuration-keys.ts";
import { MARKET_KEYS, type MarketKey } from "./market-configuration.ts";
import { SOURCE_KEY_NAMES, SOURCE_KEYS } from "./price-sources.ts";
import { SHARED_KEY_NAMES } from "./shared-configuration.ts";

/** The page in Markdown. */
export function configurationReference(): string {
  return `# Configuration

A flag takes precedence over an \`EVERMARK_…\` variable, a variable over \`evermark.toml\`, and the file over the default. With
a mistake the venue does not start; one line names the key, the value and what was expected. Secrets are read only from the
environment.

## Keys

| Key | Flag | Variable | Default | Expected | Meaning |
|---|---|---|---|---|---|
${KEY_NAMES.map(keyLine).join("\n")}

A dot stands for a table in the file: \`limits.factor = 20\` and \`[limits]\` with \`factor = 20\` are the same. A key with true or
false also has an opposite flag, such as \`--no-demo\`.

In a venue of [several nodes](../cluster.md), each node has its own values of these keys: ${ownNames()}. All other keys, builders,
markets and price sources belong to the venue, and its database stores them.

## Builders

Each \`[[brokers]]\` entry of the file is a builder: \`id\`, and optionally \`name\`, \`taker_fee\`, \`maker_fee\` (fractions;
by default \`fees.taker\` and \`fees.maker\`). A sandbox also accepts any other id.

## Markets

Each \`[[markets]]\` entry of the file is a market, or changes the default market with the same \`symbol\`. One step of price
times one step of quantity must be a whole number of 0.000001 USDC. The parameters with which a market was listed stay the same
for the lifetime of the data directory, except for those that an operator changes while the venue runs.

| Key | Default | Expected | An operator's change applies | Meaning |
|---|---|---|---|---|
${MARKET_KEYS.map(marketLine).join("\n")}

## Price sources

Each \`[[sources]]\` entry of the file is one outside source of the price of a market or of the value of a currency, used if
\`prices\` is \`feeds\`. [Prices](../prices.md) describes how they are combined.

| Key | Default | Expected | Meaning |
|---|---|---|---|
${SOURCE_KEY_NAMES.map(sourceLine).join("\n")}
`;
}

function ownNames(): string {
  return KEY_NAMES.filter((name) => !SHARED_KEY_NAMES.includes(name))
    .map((name) => `\`${name}\``)
    .join(", ");
}

function sourceLine(name: keyof typeof SOURCE_KEYS): string {
  const {
    kind,
    fallback = "must be given",
    description,
  }: (typeof SOURCE_KEYS)[typeof name] & { fallback?: string } = SOURCE_KEYS[name];
  return `| \`${name}\` | ${fallback} | ${kind.expected} | ${description} |`;
}

function keyLine(name: KeyName): string {
  const { kind, description }: ConfigurationKey<unknown> = CONFIGURATION_KEYS[name];
  const sandbox = String(fallbackOf(name, "sandbox"));
  const production = String(fallbackOf(name, "production"));
  const fallback = sandbox === production ? `\`${sandbox}\`` : `\`${sandbox}\`, in production \`${production}\``;
  return `| \`${name}\` | \`${flagOf(name)}\` | \`${variableOf(name)}\` | ${fallback} | ${kind.expected} | ${description} |`;
}

function marketLine(key: MarketKey): string {
  const changes = "change" in key && key.change !== undefined ? key.change.holds : "";
  return `| \`${key.name}\` | ${marketFallback(key)} | ${expectedOf(key)} | ${changes} | ${key.words} |`;
}

function marketFallback({ unit, default: fallback }: MarketKey): string {
  if (unit === "names") return "those of simulated prices";
  if (fallback === undefined) return "must be given";
  if (typeof fallback !== "object") return `\`${fallback}\``;
  if ("sandbox" in fallback) return `\`${fallback.sandbox}\`, in production \`${fallback.production}\``;
  return "sameAs" in fallback ? `\`${nameOf(fallback.sameAs)}\`` : `−\`${nameOf(fallback.minus)}\``;
}

function nameOf(field: string): string {
  return MARKET_KEYS.find((key) => key.field === field)!.name;
}
