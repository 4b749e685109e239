// What an operator can configure, and how it is checked at start. Every key is also a flag and an `EVERMARK_…` variable.

import type { BusAddress } from "@evermark/core/cluster/nats/bus-address.ts";
import type { FeeE5, MarketParameters, Micros, PriceE8 } from "@evermark/engine";
import type { PriceSourceConfiguration } from "./price-sources.ts";
import type { Difference } from "./shared-configuration.ts";
import type { ChainNodes } from "./values/chain-nodes.ts";
import type { Finality } from "./values/finality.ts";
import type { FormerVault } from "./values/former-vaults.ts";
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
  /** Where the index starts when the venue is new; simulated prices start here too. */
  readonly initialPrice: PriceE8;
}

/** Where deposits come from and withdrawals go. */
export interface ChainConfiguration {
  readonly nodes: ChainNodes;
  /** Lower case; null where the chain is the venue's own, or there is none. */
  readonly vault: `0x${string}` | null;
  /** Nothing before this block is looked at. */
  readonly deployedBlock: number;
  /** Those that it comes after, the oldest first: what they hold moves to it. */
  readonly formerVaults: readonly FormerVault[];
  readonly confirmations: number;
  readonly finality: Finality;
  /** Of URLs; a local chain has its own. Null: withdrawals wait. */
  readonly operatorKey: KeySource | null;
  /** By what a remote signer knows the venue. */
  readonly signerSecret: SecretSource | null;
  /** Lower case. */
  readonly operatorAddress: `0x${string}` | null;
  /** One key may be enough to pay from the vault. */
  readonly isOneKey: boolean;
  /** For a unit of gas, in the smallest unit of the chain's coin. */
  readonly gasPriceMax: bigint;
  /** Symbol of what gas is paid in. */
  readonly currency: string;
  /** What a deposit has to come to so that it opens an account. */
  readonly accountMinimum: Micros;
  /** Kept out of each withdrawal. */
  readonly withdrawFee: Micros;
  /** Shown to clients; null for none. */
  readonly explorer: string | null;
  readonly publicRpc: string | null;
  readonly local: {
    /** 0 takes a free one. */
    readonly port: number;
    /** 0 makes a block whenever there is a transaction. */
    readonly blockSeconds: number;
  };
}

/** How the terminal presents the venue. */
export interface TerminalConfiguration {
  readonly name: string;
  /** A colour of CSS; null for the terminal's own. */
  readonly accent: string | null;
  /** Absolute path of a picture, or null. */
  readonly logo: string | null;
  /** Builder that accounts are opened under. */
  readonly brokerId: string;
}

export interface Configuration {
  readonly mode: "sandbox" | "production";
  /** The token `svc` of the interface, lower case: in header names, query names and key names. */
  readonly brand: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Where the metrics are shown: on a port, one that follows from the venue's own, or nowhere. */
  readonly metrics: { readonly host: string; readonly port: number | "beside" | "off" };
  /** Where the operator's console is: on a port, one that follows from the venue's own, or nowhere. */
  readonly console: { readonly host: string; readonly port: number | "beside" | "off" };
  /** Where attesters on other machines follow the journal. */
  readonly attesters: { readonly host: string; readonly port: number | "off" };
  /** Proxies that are believed when they say for whom they ask. */
  readonly trustedProxies: readonly Network[];
  readonly dataDirectory: string;
  /** Where the other nodes of the venue meet this one; null for a venue that stands alone. */
  readonly cluster: {
    readonly postgres: string;
    readonly bus: BusAddress;
    /** PostgreSQL without a standby is enough. */
    readonly isOneDatabase: boolean;
  } | null;
  /** What of all this several nodes of a venue have in common, as its database keeps it. */
  readonly shared: string;
  /** What a node was configured to have otherwise than its venue. It has what the venue has, and does not lead. */
  readonly contradictions: readonly Difference[];
  readonly demo: boolean;
  /** Whole days that a new sandbox has behind it, where demo traders trade at simulated prices. */
  readonly pastDays: number;
  readonly prices: "simulated" | "manual" | "feeds";
  readonly feeds: {
    /** What index prices are in. */
    readonly currency: string;
    readonly spreadMaxPpm: number;
    readonly quietMaxMs: number;
    /** Empty unless prices come from feeds. */
    readonly sources: readonly PriceSourceConfiguration[];
  };
  readonly seed: number;
  readonly chainId: number;
  readonly chain: ChainConfiguration;
  /** Of the EIP-712 domain of withdrawals and settlements. Interface 5.4. */
  readonly withdrawDomainName: string;
  readonly receivers: {
    /** Makes the addresses for deposits by transfer; "none" for no such addresses. */
    readonly factory: string;
    readonly tokens: readonly ReceiverToken[];
    /** Of each token whose row has none of its own. */
    readonly cap: Micros;
    readonly bandPpm: number;
  };
  /** Where deposits by transfer are looked for, and what they are swept to. */
  readonly receiverChains: {
    readonly chains: ReceiverChains;
    /** As it was written, or "none". */
    readonly treasury: string;
  };
  /** Who signs sweeps, where that is another program: null where the key is in the environment. Lower case. */
  readonly sweeper: { readonly url: string; readonly address: `0x${string}` } | null;
  readonly faucet: { readonly amount: Micros; readonly claimsPerAccount: number };
  /** What the insurance fund of a new venue has. */
  readonly insuranceFund: Micros;
  readonly defaultFees: { readonly taker: FeeE5; readonly maker: FeeE5 };
  readonly brokers: readonly BrokerConfiguration[];
  readonly terminal: TerminalConfiguration;
  readonly markets: readonly MarketConfiguration[];
  /** Whether the public query shows wallets. Interface 4.3. */
  readonly publicQuery: { readonly showsWallets: boolean };
  readonly limits: {
    /** Multiplies every rate limit that the interface does not state itself: 10 in sandbox mode, 1 in production. */
    readonly factor: number;
    /** Requests of one address in a second, before the factor, whatever they ask for. */
    readonly requestsPerIp: number;
    /** Open connections in all and of one address; 0 leaves the figure to the venue. */
    readonly sockets: number;
    readonly socketsPerIp: number;
    /** Of them open streams in all, and of each kind those of one address. */
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
    /** Whether segments that every kept snapshot and history have passed are deleted. */
    readonly prune: boolean;
    /** Whether a node drops batches of the shared journal that snapshots there, history and all nodes have passed. */
    readonly pruneShared: boolean;
  };
  readonly history: {
    /** The address of the PostgreSQL database that has its tables; null where a file of the data directory has them. */
    readonly database: string | null;
    /** Whole days for which rows of each group are kept; 0 for ever. */
    readonly days: { readonly orders: number; readonly trades: number; readonly positions: number };
  };
  /** Where copies are kept; null where nothing says so. */
  readonly backupPlace: string | null;
  readonly clock: {
    /** A jump of the machine's clock by more than this halts trading; `Infinity` for none. */
    readonly jumpLimitMs: number;
    /** A sandbox's, which can be moved forward, and goes on from there when it is started again. */
    readonly isMovable: boolean;
  };
  /** Whether the engine's invariants are recomputed after every command; the venue stops on the first that fails. */
  readonly audit: boolean;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** Null: the log goes to standard error. */
  readonly logFile: string | null;
}
