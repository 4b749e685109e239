// The configuration of a venue after loading: everything that an operator can set, checked and in the program's own
// units. Every key can also be given as a flag or as an `EVERMARK_…` variable.

import type { BusAddress } from "@evermark/core/cluster/nats/bus-address.ts";
import type { FeeE5, MarketParameters, Micros, PriceE8 } from "@evermark/engine";
import type { PriceSourceConfiguration } from "./price-sources.ts";
import type { Difference } from "./shared-configuration.ts";
import type { ChainNodes } from "./values/chain-nodes.ts";
import type { Finality } from "./values/finality.ts";
import type { FormerVault } from "./values/former-vault-list.ts";
import type { KeySource, SecretSource } from "./values/key-source.ts";
import type { Network } from "./values/network.ts";
import type { ReceiverChains } from "./values/receiver-chains.ts";
import type { ReceiverToken } from "./values/receiver-tokens.ts";

export interface BrokerConfiguration {
  readonly id: string;
  readonly name: string;
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

export interface MarketConfiguration {
  readonly parameters: MarketParameters;
  /** The index price of a new venue; simulated prices start from it too. */
  readonly initialPrice: PriceE8;
}

/** The chain from which deposits come and to which withdrawals go. */
export interface ChainConfiguration {
  readonly nodes: ChainNodes;
  /** Lower case; null when the chain is the venue's own, or there is none. */
  readonly vault: `0x${string}` | null;
  /** Earlier blocks are not read. */
  readonly deployedBlock: number;
  /** The vaults that this one replaces, the oldest first: their money moves to it. */
  readonly formerVaults: readonly FormerVault[];
  readonly confirmations: number;
  readonly finality: Finality;
  /** For a chain given by URLs; a local chain has its own key. Null: withdrawals wait. */
  readonly operatorKey: KeySource | null;
  /** The secret by which a remote signer recognizes the venue. */
  readonly signerSecret: SecretSource | null;
  /** Lower case. */
  readonly operatorAddress: `0x${string}` | null;
  /** Whether one key may be enough to pay from the vault. */
  readonly isOneKey: boolean;
  /** The most to pay for a unit of gas, in the smallest unit of the chain's coin. */
  readonly gasPriceMax: bigint;
  /** The symbol of the currency in which gas is paid. */
  readonly currency: string;
  /** The least total of deposits that opens an account. */
  readonly accountMinimum: Micros;
  /** Deducted from each withdrawal. */
  readonly withdrawFee: Micros;
  /** Shown to clients; null for none. */
  readonly explorer: string | null;
  readonly publicRpc: string | null;
  readonly local: {
    /** 0 picks a free port. */
    readonly port: number;
    /** Seconds between blocks; 0 makes a block whenever there is a transaction. */
    readonly blockSeconds: number;
  };
}

/** How the terminal presents the venue. */
export interface TerminalConfiguration {
  readonly name: string;
  /** A CSS colour; null for the terminal's own. */
  readonly accent: string | null;
  /** Absolute path of an image, or null. */
  readonly logo: string | null;
  /** The builder under which accounts are opened. */
  readonly brokerId: string;
}

export interface Configuration {
  readonly mode: "sandbox" | "production";
  /** The token that the interface calls `svc`, lower case: part of the names of headers, query parameters and keys. */
  readonly brand: string;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Where metrics are served: on a port, on one derived from the venue's own, or nowhere. */
  readonly metrics: { readonly host: string; readonly port: number | "beside" | "off" };
  /** Where the operator's console is served: on a port, on one derived from the venue's own, or nowhere. */
  readonly console: { readonly host: string; readonly port: number | "beside" | "off" };
  /** Where attesters on other machines connect to follow the journal. */
  readonly attesters: { readonly host: string; readonly port: number | "off" };
  /** Proxies whose word about the client's address is believed. */
  readonly trustedProxies: readonly Network[];
  readonly dataDirectory: string;
  /** How the nodes of the venue meet; null for a venue without a cluster. */
  readonly cluster: {
    readonly postgres: string;
    readonly bus: BusAddress;
    /** Whether PostgreSQL without a standby is enough. */
    readonly isOneDatabase: boolean;
  } | null;
  /** The part that all nodes of a venue share, as text, the way its database keeps it. */
  readonly shared: string;
  /**
   * Where a node's own configuration differs from its venue's. Such a node uses the venue's values, and does not lead.
   */
  readonly contradictions: readonly Difference[];
  readonly demo: boolean;
  /** Whole days of trading history that a new sandbox begins with, made by demo traders at simulated prices. */
  readonly pastDays: number;
  readonly prices: "simulated" | "manual" | "feeds";
  readonly feeds: {
    /** The currency of index prices. */
    readonly currency: string;
    readonly spreadMaxPpm: number;
    readonly quietMaxMs: number;
    /** Empty unless prices come from feeds. */
    readonly sources: readonly PriceSourceConfiguration[];
  };
  readonly seed: number;
  readonly chainId: number;
  readonly chain: ChainConfiguration;
  /** The name in the EIP-712 domain of withdrawals and settlements. Interface 5.4. */
  readonly withdrawDomainName: string;
  readonly receivers: {
    /** The contract that makes the addresses for deposits by transfer; "none" for no such addresses. */
    readonly factory: string;
    readonly tokens: readonly ReceiverToken[];
    /** The cap of each token that has none of its own. */
    readonly cap: Micros;
    readonly bandPpm: number;
  };
  /** The chains that are watched for deposits by transfer, and the address to which deposits are swept. */
  readonly receiverChains: {
    readonly chains: ReceiverChains;
    /** As written in the configuration, or "none". */
    readonly treasury: string;
  };
  /** The remote signer of sweeps, its address in lower case; null when the key is in the environment. */
  readonly sweeper: { readonly url: string; readonly address: `0x${string}` } | null;
  readonly faucet: { readonly amount: Micros; readonly claimsPerAccount: number };
  /** The insurance fund's balance in a new venue. */
  readonly insuranceFund: Micros;
  readonly defaultFees: { readonly taker: FeeE5; readonly maker: FeeE5 };
  readonly brokers: readonly BrokerConfiguration[];
  readonly terminal: TerminalConfiguration;
  readonly markets: readonly MarketConfiguration[];
  /** Whether the public query shows wallets. Interface 4.3. */
  readonly publicQuery: { readonly showsWallets: boolean };
  readonly limits: {
    /** Multiplies every rate limit that the interface does not fix: 10 in sandbox mode, 1 in production. */
    readonly factor: number;
    /** Requests per second of one address, of any kind, before the factor. */
    readonly requestsPerIp: number;
    /** Open connections in total and per address; 0 lets the venue choose. */
    readonly sockets: number;
    readonly socketsPerIp: number;
    /** Open streams among them in total; the next limit is per address and kind of stream. */
    readonly connections: number;
    readonly connectionsPerIp: number;
    readonly privateConnectionsPerAccount: number;
    readonly topicsPerConnection: number;
  };
  readonly journal: {
    readonly segmentBytes: number;
    /** A snapshot is written after this many commands, and at a clean end. */
    readonly snapshotEveryCommands: number;
    readonly keepSnapshots: number;
    /** Whether segments older than every kept snapshot and history's position are deleted. */
    readonly prune: boolean;
    /**
     * Whether a node deletes batches of the shared journal that are behind the snapshots there, history and all nodes.
     */
    readonly pruneShared: boolean;
  };
  readonly history: {
    /**
     * The address of the PostgreSQL database that holds history's tables; null when a file in the data directory does.
     */
    readonly database: string | null;
    /** Whole days for which each group's rows are kept; 0 for ever. */
    readonly days: { readonly orders: number; readonly trades: number; readonly positions: number };
  };
  /** Where backups are kept; null when not configured. */
  readonly backupPlace: string | null;
  readonly clock: {
    /** A jump of the machine's clock by more than this halts trading; `Infinity` for no limit. */
    readonly jumpLimitMs: number;
    /** True in a sandbox: the clock can be moved forward, and continues from there after a restart. */
    readonly isMovable: boolean;
  };
  /** Whether the engine's invariants are recomputed after every command; the venue stops at the first that fails. */
  readonly audit: boolean;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** Null for standard error. */
  readonly logFile: string | null;
}
