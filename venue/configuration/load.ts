// Loads a venue's configuration: flags override `EVERMARK_…` variables, those override the file, and the file the
// defaults. A mistake stops the start with one line that names the key, the value and what was expected. Design 7.

import { resolve } from "node:path";
import { WITHDRAWAL_CONTRACT } from "@evermark/interface/chain/wallet-messages.ts";
import { readBrokers } from "./broker-configuration.ts";
import { readCluster, refuseInCluster, withoutOwnChain } from "./cluster-configuration.ts";
import type { ChainConfiguration, Configuration, MarketConfiguration } from "./configuration.ts";
import {
  CONFIGURATION_KEYS,
  type ConfigurationKey,
  KEY_NAMES,
  type KeyName,
  type KeyValues,
  type Mode,
} from "./configuration-keys.ts";
import { type ConfigurationInput, ConfigurationSources } from "./configuration-sources.ts";
import { DEFAULT_MARKET_ROWS, SIMULATED_SOURCES } from "./default-markets.ts";
import { MARKET_KEY_NAMES, type MarketRow, readMarket } from "./market-configuration.ts";
import { CONVERSION_SOURCES, isPriced, type PriceSourceConfiguration, readPriceSources } from "./price-sources.ts";
import { sharedText } from "./shared-configuration.ts";
import { readTerminal } from "./terminal-configuration.ts";
import { type Finality, usualFinality } from "./values/finality.ts";
import type { FormerVault } from "./values/former-vault-list.ts";
import { ConfigurationMistake, unknownKey, wrongValue } from "./values/mistake.ts";

/** Shown instead of a value that may hold a password. */
const NOT_SHOWN = "…";

/** @throws {ConfigurationMistake} its message is the one line to show */
export function loadConfiguration(input: ConfigurationInput): Configuration {
  const file = new ConfigurationSources(input);
  const mode = readKey("mode", "sandbox", file);
  const values = withoutOwnChain(
    Object.fromEntries(KEY_NAMES.map((name) => [name, readKey(name, mode, file)])) as KeyValues,
  );
  const named = readPriceSources(file.sources, { currency: values["feeds.currency"], file: file.path });
  const sources = values.prices === "feeds" ? named : [];
  const markets = readMarkets(values, file, sources);
  const defaultFees = { taker: values["fees.taker"], maker: values["fees.maker"] };
  const brokers = readBrokers(file.brokers, { fees: defaultFees, mode, file: file.path });
  if (mode === "production") refuseInvention(values);
  refuseNoVault(values, file.path);
  refuseInCluster(values, file.path);
  refuseLostTransfers(values, file.path);
  if (mode === "production") refuseUnpriced(values, sources, file.path);

  return {
    mode,
    brand: values.brand,
    host: values.host,
    port: values.port,
    metrics: { host: values["metrics.host"], port: values["metrics.port"] },
    console: { host: values["console.host"], port: values["console.port"] },
    attesters: { host: values["attesters.host"], port: values["attesters.port"] },
    trustedProxies: values.trusted_proxies,
    dataDirectory: resolve(input.directory, values.data),
    demo: values.demo,
    pastDays: values.past_days,
    prices: values.prices,
    feeds: {
      currency: values["feeds.currency"],
      spreadMaxPpm: values["feeds.max_spread"],
      quietMaxMs: values["feeds.quiet_seconds"] * 1_000,
      sources,
    },
    seed: values.seed,
    chainId: values["chain.id"],
    chain: readChain(values),
    insuranceFund: values["insurance_fund.amount"],
    withdrawDomainName: values["chain.withdraw_domain"],
    receivers: {
      factory: values["chain.receiver_factory"],
      tokens: values["chain.receiver_tokens"],
      cap: values["chain.receiver_cap"],
      bandPpm: values["chain.receiver_band"],
    },
    receiverChains: { chains: values["chain.receiver_chains"], treasury: values["chain.receiver_treasury"] },
    sweeper: readSweeper(values),
    faucet: { amount: values["faucet.amount"], claimsPerAccount: values["faucet.claims_per_account"] },
    defaultFees,
    brokers,
    terminal: readTerminal(values, { brokers, file: file.path, directory: input.directory }),
    markets,
    publicQuery: { showsWallets: values["public_query.wallets"] },
    limits: {
      factor: values["limits.factor"],
      requestsPerIp: values["limits.requests_per_ip"],
      sockets: values["limits.sockets"],
      socketsPerIp: values["limits.sockets_per_ip"],
      connections: values["limits.connections"],
      connectionsPerIp: values["limits.connections_per_ip"],
      privateConnectionsPerAccount: values["limits.private_connections_per_account"],
      topicsPerConnection: values["limits.topics_per_connection"],
    },
    journal: {
      segmentBytes: values["journal.segment_bytes"],
      snapshotEveryCommands: values["journal.snapshot_every_commands"],
      keepSnapshots: values["journal.keep_snapshots"],
      prune: values["journal.prune"],
      pruneShared: values["journal.prune_shared"],
    },
    history: {
      database: values["history.database"] === "none" ? null : values["history.database"],
      days: {
        orders: daysOf(values, "history.orders_days"),
        trades: daysOf(values, "history.trades_days"),
        positions: daysOf(values, "history.positions_days"),
      },
    },
    cluster: readCluster(values),
    shared: sharedText(file.shared(mode)),
    contradictions: file.contradictions(),
    backupPlace: values["backup.place"] === "none" ? null : values["backup.place"],
    clock: {
      jumpLimitMs: values["clock.jump_limit_seconds"] * 1_000 || Number.POSITIVE_INFINITY,
      isMovable: mode === "sandbox",
    },
    audit: values.audit,
    logLevel: values.log_level,
    logFile: values.log_file === "none" ? null : resolve(input.directory, values.log_file),
  };
}

/** Changes to a configuration; those of a section may be partial and keep the section's other values. */
export type ConfigurationChanges = { readonly [Key in keyof Configuration]?: Part<Configuration[Key]> };
type Part<Value> = Value extends string | number | boolean | null | readonly unknown[] ? Value : Partial<Value>;

/**
 * The default configuration of a sandbox with a few changes, for tests and benchmarks. It has no chain unless the
 * changes ask for one, because a node for each would cost more than most tests do.
 */
export function sandboxConfiguration(dataDirectory: string, changes: ConfigurationChanges = {}): Configuration {
  const flags = { data: ".", "chain.rpc": "off" };
  const configuration = loadConfiguration({ flags, environment: {}, directory: dataDirectory });
  const changed = Object.entries(changes).map(([key, change]) => {
    const isSection = typeof change === "object" && change !== null && !Array.isArray(change);
    return [key, isSection ? { ...(configuration[key as keyof Configuration] as object), ...change } : change];
  });
  return { ...configuration, ...Object.fromEntries(changed) };
}

function readKey<Name extends KeyName>(name: Name, mode: Mode, file: ConfigurationSources): KeyValues[Name] {
  const { raw, where } = file.given(name, mode);
  const { kind } = CONFIGURATION_KEYS[name] as ConfigurationKey<KeyValues[Name]>;
  const value = kind.read(raw);
  if (value === undefined) throw wrongValue(name, kind.isSecret ? NOT_SHOWN : raw, where, kind.expected);
  return value;
}

/** The default markets with the file's changes, then the file's own markets in their order. */
function readMarkets(
  values: KeyValues,
  file: ConfigurationSources,
  sources: readonly PriceSourceConfiguration[],
): MarketConfiguration[] {
  const rows = new Map<string, MarketRow>();
  if (values.default_markets) for (const row of DEFAULT_MARKET_ROWS) rows.set(String(row.symbol), row);
  for (const [i, entry] of file.markets.entries()) {
    if (typeof entry !== "object" || entry === null) throw wrongValue(`markets[${i}]`, entry, file.path, "a table");
    for (const key of Object.keys(entry)) {
      if (!MARKET_KEY_NAMES.includes(key)) throw unknownKey(`markets[${i}].${key}`, file.path, MARKET_KEY_NAMES);
    }
    const row = entry as MarketRow;
    rows.set(String(row.symbol), { ...rows.get(String(row.symbol)), ...row });
  }
  refuseNoMarket(sources, rows, file.path);
  const markets = [...rows.values()].map((row) => {
    const reading = readMarket(row, sourcesOf(row, values, file.path, sources), values.mode);
    if ("market" in reading) return reading.market;
    const { key, value, expected } = reading.mistake;
    const name = typeof row.symbol === "string" ? `markets.${row.symbol}.${key}` : `markets.${key}`;
    throw wrongValue(name, value, file.path, expected);
  });
  if (markets.length === 0 && values.mode === "sandbox") {
    throw wrongValue("markets", undefined, file.path, "at least one [[markets]] entry");
  }
  return markets;
}

function refuseNoMarket(
  sources: readonly PriceSourceConfiguration[],
  rows: ReadonlyMap<string, unknown>,
  file: string,
): void {
  for (const [i, { of }] of sources.entries()) {
    if (!("market" in of) || rows.has(of.market)) continue;
    throw wrongValue(`sources[${i}].market`, of.market, file, `one of ${[...rows.keys()].join(", ") || "[[markets]]"}`);
  }
}

/** The names of a market's index price sources: those of its `[[sources]]` entries, or in a sandbox simulated ones. */
function sourcesOf(
  { symbol, sources: given }: MarketRow,
  { mode }: KeyValues,
  file: string,
  sources: readonly PriceSourceConfiguration[],
): readonly string[] {
  const names = sources.flatMap(({ of, name }) => ("market" in of && of.market === symbol ? [name] : []));
  if (names.length === 0 && mode === "sandbox") return SIMULATED_SOURCES;
  // No real money may be traded at a price without a source.
  if (names.length === 0) {
    throw wrongValue("markets", symbol, file, "[[sources]] entries of it: a production venue makes no price up");
  }
  if (given !== undefined) {
    throw wrongValue(`markets.${symbol}.sources`, given, file, "no such key: its [[sources]] entries say their names");
  }
  return names;
}

function finalityOf(given: KeyValues["chain.finality"], chainId: number): Finality {
  return given === "usual" ? usualFinality(chainId).by : given;
}

function readChain(values: KeyValues): ChainConfiguration {
  type Optional = "chain.vault" | "chain.explorer" | "chain.public_rpc" | "chain.operator_address";
  const given = (name: Optional): string | null => (values[name] === "none" ? null : values[name]);
  const address = (name: Optional): ChainConfiguration["vault"] =>
    (given(name)?.toLowerCase() ?? null) as ChainConfiguration["vault"];
  const operatorKey = values["chain.operator_key"];
  const signerSecret = values["chain.signer_secret"];
  return {
    nodes: values["chain.rpc"],
    vault: address("chain.vault"),
    operatorKey: operatorKey === "none" ? null : operatorKey,
    signerSecret: signerSecret === "none" ? null : signerSecret,
    operatorAddress: address("chain.operator_address"),
    isOneKey: values["chain.one_key"],
    gasPriceMax: BigInt(values["chain.gas_price_max"]) * 1_000_000_000n,
    deployedBlock: values["chain.deployed_block"],
    formerVaults: values["chain.former_vaults"],
    confirmations: values["chain.confirmations"],
    finality: finalityOf(values["chain.finality"], values["chain.id"]),
    currency: values["chain.currency"],
    accountMinimum: values["chain.account_minimum"],
    withdrawFee: values["chain.withdraw_fee"],
    explorer: given("chain.explorer"),
    publicRpc: given("chain.public_rpc"),
    local: { port: values["chain.port"], blockSeconds: values["chain.block_seconds"] },
  };
}

function readSweeper(values: KeyValues): Configuration["sweeper"] {
  const [url, address] = [values["chain.sweeper_signer"], values["chain.sweeper_address"]];
  if (url === "none") return null;
  if (address === "none")
    throw new ConfigurationMistake("chain.sweeper_address: none; a remote signer needs the address that it signs for");
  return { url, address: address.toLowerCase() as `0x${string}` };
}

function daysOf(values: KeyValues, group: `history.${"orders" | "trades" | "positions"}_days`): number {
  const days = values[group];
  return days === "keep_days" ? values["history.keep_days"] : days;
}

/** Checks the vault. The address in withdrawal signatures is a constant of the interface, not a vault. */
function refuseNoVault(values: KeyValues, file: string): void {
  const { "chain.former_vaults": former } = values;
  if (!Array.isArray(values["chain.rpc"])) {
    if (former.length === 0) return;
    throw wrongValue("chain.former_vaults", namesOf(former), file, "none, where chain.rpc has no URLs of nodes");
  }
  const vault = values["chain.vault"];
  const isVault = vault !== "none" && vault.toLowerCase() !== WITHDRAWAL_CONTRACT.toLowerCase();
  if (!isVault) throw wrongValue("chain.vault", vault, file, "the address of the vault, which chain.rpc has nodes for");
  if (former.some((each) => each.vault === vault.toLowerCase())) {
    throw wrongValue("chain.former_vaults", namesOf(former), file, "other vaults than chain.vault");
  }
}

function namesOf(vaults: readonly FormerVault[]): string {
  return vaults.map(({ vault, deployedBlock }) => `${vault}:${deployedBlock}`).join();
}

/** A production venue invents nothing. */
function refuseInvention(values: KeyValues): void {
  const where = "mode production";
  if (values.demo) throw wrongValue("demo", true, where, "false: demo traders are for a sandbox");
  if (values.prices !== "feeds") {
    throw wrongValue("prices", values.prices, where, "feeds: other prices are for a sandbox");
  }
  if (values["chain.rpc"] === "local") {
    throw wrongValue("chain.rpc", "local", where, "off or URLs of nodes: a chain of its own is for a sandbox");
  }
  if (values["chain.receiver_chains"] === "local") {
    throw wrongValue("chain.receiver_chains", "local", where, "none or tables: chains of its own are for a sandbox");
  }
}

/**
 * If chains are watched for deposits by transfer, everything needed for that must be configured: no deposit
 * address may be unwatched.
 */
function refuseLostTransfers(values: KeyValues, file: string): void {
  const chains = values["chain.receiver_chains"];
  if (chains === "local" || chains.length === 0) return;
  const { "chain.receiver_treasury": treasury, "chain.receiver_factory": factory } = values;
  if (treasury === "none") throw wrongValue("chain.receiver_treasury", treasury, file, "the address that is swept to");
  if (factory === "none" || factory === WITHDRAWAL_CONTRACT) {
    throw wrongValue("chain.receiver_factory", factory, file, "the address of the factory of that treasury");
  }
  const unnamed = chains.find(
    ({ chainId }) => !values["chain.receiver_tokens"].some((token) => token.chainId === chainId),
  );
  if (unnamed === undefined) return;
  throw wrongValue("chain.receiver_tokens", "none", file, `a token of chain ${unnamed.chainId}, which is looked at`);
}

/** A token other than USDC counts as USDC only while sources price it, or if the operator decides that it is at par. */
function refuseUnpriced(values: KeyValues, sources: readonly PriceSourceConfiguration[], file: string): void {
  const chains = values["chain.receiver_chains"];
  if (chains === "local") return;
  const watched = new Set(chains.map(({ chainId }) => chainId));
  const unpriced = values["chain.receiver_tokens"].find(
    (row) => watched.has(row.chainId) && !row.isAtPar && !isPriced(row.token, sources),
  );
  if (unpriced === undefined) return;
  const { chainId, token, address } = unpriced;
  throw wrongValue(
    "chain.receiver_tokens",
    `${chainId}:${token}:${address}`,
    file,
    `at least ${CONVERSION_SOURCES} [[sources]] that say converts = "${token}", or :price=par behind it, by which it counts as USDC whatever it is worth`,
  );
}
