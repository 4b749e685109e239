// The reference page of the configuration, made from the tables that read it: it can't say anything else than the code.

import {
  CONFIGURATION_KEYS,
  type ConfigurationKey,
  fallbackOf,
  flagOf,
  KEY_NAMES,
  type KeyName,
  variableOf,
} from "./keys.ts";
import { MARKET_KEYS } from "./market-configuration.ts";

/** Markdown. */
export function configurationReference(): string {
  return `# Configuration

A flag goes before an \`EVERMARK_…\` variable, a variable before \`evermark.toml\`, the file before the default. A mistake
stops the start with one line that names the key, the value and what was expected. Secrets are read from the environment
only.

## Keys

| Key | Flag | Variable | Default | Expected | Meaning |
|---|---|---|---|---|---|
${KEY_NAMES.map(keyLine).join("\n")}

A dot opens a table of the file: \`limits.factor = 20\` and \`[limits]\` with \`factor = 20\` are the same. A switch has an
opposite flag, such as \`--no-demo\`.

## Builders

Each \`[[brokers]]\` entry of the file is a builder: \`id\`, and if wanted \`name\`, \`taker_fee\`, \`maker_fee\` (fractions;
by default \`fees.taker\` and \`fees.maker\`). A sandbox accepts any other id as well.

## Markets

Each \`[[markets]]\` entry of the file is a market, or changes the default market of the same \`symbol\`. One step of price
times one step of quantity must be a whole number of 0.000001 USDC. What a market was listed with holds for as long as
its data directory lives, but for what its operator changes while it runs. \`sources\` names its index price sources; with \`cap_source_weights = true\`, the default of production, none of three or more
weighs above 40 %. With
\`gated = true\` a market opens once both sides of its book show 25,000 USDC near the mark price for ten minutes.

| Key | Default | Meaning |
|---|---|---|
${Object.entries(MARKET_KEYS).map(marketLine).join("\n")}
`;
}

function keyLine(name: KeyName): string {
  const { kind, description }: ConfigurationKey<unknown> = CONFIGURATION_KEYS[name];
  const sandbox = String(fallbackOf(name, "sandbox"));
  const production = String(fallbackOf(name, "production"));
  const fallback = sandbox === production ? `\`${sandbox}\`` : `\`${sandbox}\`, in production \`${production}\``;
  return `| \`${name}\` | \`${flagOf(name)}\` | \`${variableOf(name)}\` | ${fallback} | ${kind.expected} | ${description} |`;
}

function marketLine([name, { default: fallback, description }]: [string, (typeof MARKET_KEYS)[string]]): string {
  return `| \`${name}\` | ${marketFallback(fallback)} | ${description} |`;
}

function marketFallback(fallback: (typeof MARKET_KEYS)[string]["default"]): string {
  if (fallback === undefined) return "must be given";
  if (typeof fallback === "string") return `\`${fallback}\``;
  if ("sandbox" in fallback) return `\`${fallback.sandbox}\`, in production \`${fallback.production}\``;
  return "sameAs" in fallback ? `\`${fallback.sameAs}\`` : `−\`${fallback.minus}\``;
}
