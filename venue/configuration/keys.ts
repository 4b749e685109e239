// The table of what can be configured. From a key's row come its reading, its check, its flag, its variable, its line in
// `--help` and its line in the reference. Design 7. Brokers and markets are lists and live in the file only.

import { WITHDRAWAL_CONTRACT } from "@evermark/interface/wallet-messages.ts";
import {
  addressOrNone,
  chainNodes,
  feeRate,
  type Kind,
  keySource,
  millionths,
  networks,
  oneOf,
  portBesideOrOff,
  receiverChains,
  receiverTokens,
  text,
  urlOrNone,
  usdc,
  wholeNumber,
  yesOrNo,
} from "./values/kinds.ts";

export type Mode = "sandbox" | "production";

/** How a value is written: text of a flag or variable, or what TOML has made of it. */
type Raw = string | number | boolean;

export interface ConfigurationKey<T> {
  readonly kind: Kind<T>;
  /** As an operator would write it. */
  readonly fallback: Raw | Readonly<Record<Mode, Raw>>;
  readonly description: string;
  /** What `--help` shows for the value. */
  readonly placeholder: string;
  /** Where flag and variable are not simply the key's name. */
  readonly alias?: string;
}

const key = <T>(row: ConfigurationKey<T>): ConfigurationKey<T> => row;

const FEE_RATE_MAX = 0.01;

/** In the order of the reference page; a dot opens a table of the file. */
export const CONFIGURATION_KEYS = {
  mode: key({
    kind: oneOf("sandbox", "production"),
    fallback: "sandbox",
    placeholder: "mode",
    description: "sandbox has a faucet, simulated prices and the /sandbox controls; production has none of them",
  }),
  port: key({
    kind: wholeNumber(0, 65_535),
    fallback: 8196,
    placeholder: "port",
    description: "REST, WebSocket and pages; 0 takes a free one",
  }),
  host: key({
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address to listen on",
  }),
  "metrics.port": key({
    kind: portBesideOrOff(),
    fallback: "beside",
    placeholder: "port",
    description:
      "`GET /metrics`, and nothing else; beside: 1000 above `port`, or a free one where that is 0 or taken; off: nowhere",
  }),
  "metrics.host": key({
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address to show the metrics on",
  }),
  trusted_proxies: key({
    kind: networks(),
    fallback: "none",
    placeholder: "networks",
    description: "proxies whose `X-Forwarded-For` says who the client is; that of others is ignored",
  }),
  data: key({
    kind: text(/^[^\0]+$/, "a directory"),
    fallback: "./data",
    placeholder: "directory",
    description: "journal, snapshots and history; one process at a time",
  }),
  brand: key({
    kind: text(/^[a-z][a-z0-9]{0,15}$/, "up to 16 lower-case letters and digits, a letter first"),
    fallback: "svc",
    placeholder: "token",
    description: "the word in header names, query names and key names",
  }),
  "terminal.name": key({
    kind: text(/^[^\p{Cc}]{1,40}$/u, "a text of up to 40 characters"),
    fallback: "Evermark",
    placeholder: "name",
    description: "what the terminal calls the venue",
  }),
  "terminal.accent": key({
    kind: text(/^(?:#[0-9a-fA-F]{6}|none)$/, "# and 6 hex digits, or none"),
    fallback: "none",
    placeholder: "colour",
    description: "colour of what can be pressed in the terminal; none: its own",
  }),
  "terminal.logo": key({
    kind: text(/^[^\0]+$/, "a file, or none"),
    fallback: "none",
    placeholder: "file",
    description: "SVG, PNG or WebP picture beside the venue's name",
  }),
  "terminal.broker": key({
    kind: text(/^[a-z0-9_-]{1,64}$/, "the id of a broker, or first"),
    fallback: "first",
    placeholder: "id",
    description: "builder that accounts are opened under in the terminal; first: the first one of the file",
  }),
  demo: key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description: "demo traders that make a sandbox's markets live",
  }),
  prices: key({
    kind: oneOf("simulated", "manual", "feeds"),
    fallback: { sandbox: "simulated", production: "feeds" },
    placeholder: "source",
    description:
      "feeds: index prices are those of the `[[sources]]`, and in a sandbox move by themselves where a market has none; " +
      "simulated: all move by themselves; manual: only POST /sandbox/prices moves them",
  }),
  "feeds.currency": key({
    kind: text(/^[A-Z][A-Z0-9]{1,11}$/, "a currency such as USD"),
    fallback: "USD",
    placeholder: "currency",
    description: "what index prices are in; a source that is quoted in another currency is converted",
  }),
  "feeds.max_spread": key({
    kind: millionths(0.000001, 0.2),
    fallback: 0.02,
    placeholder: "fraction",
    description: "a quote whose ask lies further above its bid counts for nothing, as a fraction",
  }),
  "feeds.quiet_seconds": key({
    kind: wholeNumber(10, 3_600),
    fallback: 300,
    placeholder: "seconds",
    description: "how long a quote is repeated while its feed lives and says nothing new",
  }),
  seed: key({
    kind: wholeNumber(0, 4_294_967_295),
    fallback: 1,
    placeholder: "number",
    description: "of simulated prices and demo traders: same seed, same tape",
  }),
  default_markets: key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description: "whether the 13 default markets are listed beside those of the file",
  }),
  log_level: key({
    kind: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    fallback: "info",
    placeholder: "level",
    description: "how much is written to standard error, or to the file of `log_file`",
  }),
  log_file: key({
    kind: text(/^[^\0]+$/, "a file, or none"),
    fallback: "none",
    placeholder: "file",
    description: "where the log goes instead of standard error; SIGHUP opens it anew, after it was moved away",
  }),
  "chain.rpc": key({
    kind: chainNodes(),
    fallback: { sandbox: "local", production: "none" },
    placeholder: "nodes",
    alias: "chain",
    description:
      "local: a node of the sandbox's own, with test USDC and a vault; off: no chain, money comes from the faucet alone; " +
      "or URLs of nodes, with commas between them: what more than half of them show counts",
  }),
  "chain.vault": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "the vault contract, where `chain.rpc` has URLs; a local chain has one of its own",
  }),
  "chain.deployed_block": key({
    kind: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    fallback: 0,
    placeholder: "height",
    description: "the block that the vault is in: nothing before it is looked at",
  }),
  "chain.confirmations": key({
    kind: wholeNumber(0, 10_000),
    fallback: { sandbox: 1, production: 12 },
    placeholder: "blocks",
    description: "blocks on top of one before what is in it counts",
  }),
  "chain.operator_key": key({
    kind: keySource(),
    fallback: "none",
    placeholder: "source",
    description:
      "where the key is that pays withdrawals, where `chain.rpc` has URLs: env (`EVERMARK_OPERATOR_KEY`), keystore:<file>, or " +
      "the URL of a remote signer; none: withdrawals wait",
  }),
  "chain.operator_address": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "the address of that key, which is checked; a remote signer needs it",
  }),
  "chain.gas_price_max": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 500,
    placeholder: "gwei",
    description: "the most that is offered for a unit of gas",
  }),
  "chain.currency": key({
    kind: text(/^[A-Za-z0-9]{1,11}$/, "up to 11 letters and digits"),
    fallback: "ETH",
    placeholder: "symbol",
    description: "what gas is paid in on the chain, for wallets to show",
  }),
  "chain.explorer": key({
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description: "a block explorer, for clients to link to",
  }),
  "chain.public_rpc": key({
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description: "a node that clients may ask, shown by `/v1/public/chain_info`; those of `chain.rpc` are never shown",
  }),
  "chain.port": key({
    kind: wholeNumber(0, 65_535),
    fallback: 0,
    placeholder: "port",
    description: "of the local node, on the loopback; 0 takes a free one, and the same at the next start",
  }),
  "chain.block_seconds": key({
    kind: wholeNumber(0, 3_600),
    fallback: 0,
    placeholder: "seconds",
    description: "between blocks of the local node; 0 makes one whenever there is a transaction",
  }),
  "chain.id": key({
    kind: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    fallback: 196,
    placeholder: "number",
    description: "the chain that wallets sign for",
  }),
  "chain.withdraw_fee": key({
    kind: usdc(0, 1_000),
    fallback: 1,
    placeholder: "usdc",
    description: "USDC that is kept out of each withdrawal; what was accepted before a change keeps its fee",
  }),
  "chain.withdraw_domain": key({
    kind: text(/^[\x20-\x7e]{1,64}$/, "up to 64 printable characters"),
    fallback: "SVC",
    placeholder: "name",
    description: "the name in the domain of what wallets sign for withdrawals and settlements",
  }),
  "chain.receiver_chains": key({
    kind: receiverChains(),
    fallback: "none",
    placeholder: "chains",
    alias: "receiver_chains",
    description:
      "chains on which deposits by transfer are seen, swept and credited: none; local, nodes of the sandbox's own for trying it; " +
      "or a table for each with `id`, `rpc` and `first_block`, and if wanted `confirmations` and `scan_seconds`",
  }),
  "chain.receiver_treasury": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "where the factory sweeps deposits to, which is held against what the factory itself says",
  }),
  "chain.receiver_factory": key({
    kind: addressOrNone(),
    fallback: { sandbox: WITHDRAWAL_CONTRACT, production: "none" },
    placeholder: "address",
    description:
      "the contract that makes the addresses for deposits by transfer: each is CREATE2 of its EIP-1167 proxy, salted with the " +
      "account's id; none: no such address is handed out",
  }),
  "chain.receiver_tokens": key({
    kind: receiverTokens(),
    fallback: "none",
    placeholder: "tokens",
    description: "contracts of the tokens that are taken there, such as `1:USDC:0xA0b8…`, with commas between them",
  }),
  "faucet.amount": key({
    kind: usdc(1, 1_000_000_000),
    fallback: 10_000,
    placeholder: "usdc",
    description: "USDC of one faucet claim",
  }),
  "faucet.claims_per_account": key({
    kind: wholeNumber(0, 1_000_000),
    fallback: 100,
    placeholder: "number",
    description: "faucet claims that one account has",
  }),
  "insurance_fund.amount": key({
    kind: usdc(0, 1_000_000_000),
    fallback: { sandbox: 100_000, production: 0 },
    placeholder: "usdc",
    description: "USDC that the insurance fund of a new venue has",
  }),
  "fees.taker": key({
    kind: feeRate(0.0003, FEE_RATE_MAX),
    fallback: 0.0006,
    placeholder: "rate",
    description: "taker fee of a broker that sets none, as a fraction",
  }),
  "fees.maker": key({
    kind: feeRate(0, FEE_RATE_MAX),
    fallback: 0.0003,
    placeholder: "rate",
    description: "maker fee of a broker that sets none, as a fraction",
  }),
  "public_query.wallets": key({
    kind: yesOrNo(),
    fallback: true,
    placeholder: "",
    description: "whether POST /v1/public/query shows what the accounts of a wallet hold and do",
  }),
  "limits.factor": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: { sandbox: 10, production: 1 },
    placeholder: "number",
    description: "multiplies every rate limit that the interface does not state",
  }),
  "limits.requests_per_ip": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 500,
    placeholder: "number",
    description:
      "requests a second of one address, or one IPv6 network of 64 bits, whatever they ask for; times `limits.factor`",
  }),
  "limits.sockets": key({
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    placeholder: "number",
    description:
      "open connections in all, for requests and streams; 0: as many as the limit of open files leaves room for",
  }),
  "limits.sockets_per_ip": key({
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    placeholder: "number",
    description: "of them those of one address, or one IPv6 network of 64 bits; 0: 1000, but at most half of all",
  }),
  "limits.connections": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 10_000,
    placeholder: "number",
    description: "open stream connections in all, at most four fifths of `limits.sockets`",
  }),
  "limits.connections_per_ip": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 50,
    placeholder: "number",
    description: "open stream connections of one address, public and private each",
  }),
  "limits.private_connections_per_account": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 20,
    placeholder: "number",
    description: "open private stream connections of one account",
  }),
  "limits.topics_per_connection": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 300,
    placeholder: "number",
    description: "topics that one connection may subscribe to",
  }),
  "journal.segment_bytes": key({
    kind: wholeNumber(65_536, 4_294_967_296),
    fallback: 67_108_864,
    placeholder: "bytes",
    description: "size at which a journal file is closed and the next one begun",
  }),
  "journal.snapshot_every_commands": key({
    kind: wholeNumber(1_000, Number.MAX_SAFE_INTEGER),
    fallback: 1_000_000,
    placeholder: "number",
    description: "commands between snapshots",
  }),
  "journal.keep_snapshots": key({
    kind: wholeNumber(1, 1_000),
    fallback: 2,
    placeholder: "number",
    description: "snapshots that are kept",
  }),
  "journal.prune": key({
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description: "whether journal files that every kept snapshot has passed are deleted",
  }),
  "backup.place": key({
    kind: text(/^[^\0]+$/, "a directory, s3://bucket/prefix, or none"),
    fallback: "none",
    placeholder: "place",
    description:
      "where `evermark backup` copies to when it is not given a place, and `evermark doctor` looks how old the copy is",
  }),
  "clock.jump_limit_seconds": key({
    kind: wholeNumber(0, 86_400),
    fallback: { sandbox: 0, production: 10 },
    placeholder: "seconds",
    description:
      "a jump of the machine's clock by more than this halts trading until it is back or confirmed; 0 follows any jump",
  }),
  audit: key({
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description: "whether every invariant is recomputed after every command; slow, for tests and research",
  }),
} as const;

export type KeyName = keyof typeof CONFIGURATION_KEYS;

/** The values of all keys, each of its own type. */
export type KeyValues = {
  readonly [Name in KeyName]: (typeof CONFIGURATION_KEYS)[Name] extends ConfigurationKey<infer T> ? T : never;
};

export const KEY_NAMES = Object.keys(CONFIGURATION_KEYS) as readonly KeyName[];

/** `journal.segment_bytes` is `--journal-segment-bytes`. */
export function flagOf(name: KeyName): string {
  return `--${wordsOf(name).join("-")}`;
}

/** `journal.segment_bytes` is `EVERMARK_JOURNAL_SEGMENT_BYTES`. */
export function variableOf(name: KeyName): string {
  return `EVERMARK_${wordsOf(name).join("_").toUpperCase()}`;
}

/** The default as an operator would write it. */
export function fallbackOf(name: KeyName, mode: Mode): Raw {
  const { fallback }: ConfigurationKey<unknown> = CONFIGURATION_KEYS[name];
  return typeof fallback === "object" ? fallback[mode] : fallback;
}

function wordsOf(name: KeyName): string[] {
  const { alias }: ConfigurationKey<unknown> = CONFIGURATION_KEYS[name];
  return (alias ?? name).split(/[._]/);
}
