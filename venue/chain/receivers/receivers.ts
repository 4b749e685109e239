// Deposits by plain transfer, on all chains configured for them. Each chain has its own loop: a chain that is away holds
// up no other, and the venue's start waits for none. Interface 4.9, rules 9.2.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Sequencer } from "@evermark/core";
import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Hex } from "viem";
import type { Configuration } from "../../configuration/configuration.ts";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import { RECEIVER_CHAINS, type ReceiverChainTerms } from "../../configuration/values/receiver-chains.ts";
import type { Readiness } from "../../operation/reports/readiness.ts";
import { isInTheClear } from "../custody/custody-safety.ts";
import type { LedTurn } from "../kept/led-turn.ts";
import { localSigner } from "../keys/local-signer.ts";
import { secretIn } from "../keys/operator-key.ts";
import { ThreadedSigner } from "../keys/threaded-signer.ts";
import { SigningFailed, type TransactionSigner } from "../keys/transaction-signer.ts";
import { findAnvil } from "../local-node/anvil-program.ts";
import type { Reserves } from "../reserves/reserves.ts";
import { TokenLimits } from "../reserves/tokens/token-limits.ts";
import type { TreasuryReport } from "../reserves/treasury-rows.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import type { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import type { NodeMetrics } from "../rpc/node-states.ts";
import { openChain } from "../rpc/open-reader.ts";
import { type ExpectedChain, findChain } from "./find-chain.ts";
import { decimalsOn, LocalPlace, LocalReceiverChain } from "./local-receiver-chain.ts";
import { ReceiverAccounts } from "./receiver-accounts.ts";
import { ReceiverLoop } from "./receiver-loop.ts";
import { receiverMetrics } from "./receiver-metrics.ts";
import { ReceiverWatch } from "./receiver-watch.ts";
import type { ReceiversView } from "./receivers-view.ts";
import { StrayCoins } from "./stray-coin.ts";
import { Sweeper } from "./sweeper.ts";
import { termsOfTokens } from "./terms-of-tokens.ts";
import { TrialSweep } from "./trial-sweep.ts";

export interface ReceiversParts {
  readonly configuration: Configuration;
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly readiness: Readiness;
  readonly registry: Registry;
  readonly nodeMetrics: NodeMetrics;
  /** Directory for its files. */
  readonly directory: string;
  /** Environment variables; the sweeper's key is deleted from it when it is read. */
  readonly environment: Record<string, string | undefined>;
  readonly steady: () => number;
  /** Price of one token in USDC, in 10⁻¹⁸; null while unknown. */
  readonly worthOf: (symbol: string) => bigint | null;
  readonly reserves: Pick<Reserves, "expect" | "onTreasury">;
  /** Among several nodes, the one whose turn it is reads the chains; null for a venue with a single node. */
  readonly turn: LedTurn | null;
  readonly log: Logger;
}

export const SWEEPER_KEY_VARIABLE = "EVERMARK_SWEEPER_KEY";
const NO_TRIAL =
  "no address is shown to clients, because none of this factory was ever swept here: evermark deploy-receivers makes a trial";
/** Our own node announces new blocks, so polling may be rare. */
const LOCAL_SCAN_MS = 15_000;

interface Opened {
  readonly reader: ChainReader;
  readonly nodes: readonly JsonRpcNode[];
}

export class Receivers {
  readonly view: ReceiversView;
  readonly #signer: TransactionSigner;
  readonly #loops: readonly WantedLoop[];
  readonly #localChains: readonly LocalReceiverChain[];
  #isStarted = false;

  /**
   * Null where no chain is configured, or the sandbox's own chains can't run here.
   * @throws {ConfigurationMistake}
   */
  static of(parts: ReceiversParts): Receivers | null {
    const { chains } = parts.configuration.receiverChains;
    if (chains !== "local" && chains.length === 0) return null;
    mkdirSync(parts.directory, { recursive: true });
    if (chains !== "local") return new Receivers(parts, remoteChains(parts, chains));
    const program = findAnvil();
    if (program !== undefined) return new Receivers(parts, localChains(parts, program));
    parts.log.warn("there is no Anvil for this platform: deposits by transfer can't be tried here");
    return null;
  }

  private constructor(parts: ReceiversParts, setting: Setting) {
    const { engine, sequencer, readiness, directory, steady, reserves, log } = parts;
    this.#signer = setting.signer;
    this.#localChains = setting.chains.flatMap(({ local }) => (local === undefined ? [] : [local]));
    const accounts = new ReceiverAccounts(engine, setting.factory);
    const metrics = receiverMetrics(parts.registry);
    const needsTrial = parts.configuration.mode === "production";
    const unproven = new Set(needsTrial ? setting.chains.map(({ expected }) => expected.chainId) : []);
    this.#loops = setting.chains.map(({ expected, firstBlock, scanMs, local, open, onLoop }) => {
      const { chainId, treasury, tokens } = expected;
      const terms = termsOfTokens(
        parts,
        chainId,
        tokens.map(({ symbol }) => symbol),
      );
      const limits = new TokenLimits(terms);
      const onTreasury = (report: TreasuryReport) => reserves.onTreasury(report);
      const accountId = (account: number) => engine.account(account).accountId as Hex;
      const its = metrics(chainId);
      const loop = new ReceiverLoop({
        ...{
          chainId,
          scanMs,
          log,
          turn: parts.turn,
          metrics: its,
          condition: readiness.useful(`receiver_chain_${chainId}`),
        },
        async find() {
          const { reader, nodes } = await open();
          const chain = await findChain(reader, expected);
          const sweeper = new Sweeper({ chain, accountId, reader, nodes, signer: setting.signer, steady, log });
          const onLook = (found: number) => its.coin(found);
          const coins = new StrayCoins({ chain, reader, accounts, accountId, steady, log, onLook });
          const file = join(directory, `${chainId}.place`);
          const found = { chain, firstBlock, reader, limits, file };
          const watch = new ReceiverWatch({ ...found, accounts, sweeper, coins, engine, sequencer, onTreasury, log });
          const trial = new TrialSweep(reader, chain.factory);
          return {
            round: () => watch.round(),
            whyNotShown: async () => {
              if (!unproven.has(chainId)) return "";
              if (await trial.wasMade()) unproven.delete(chainId);
              return unproven.has(chainId) ? NO_TRIAL : "";
            },
          };
        },
      });
      onLoop(loop);
      const start = () => {
        // From here on the venue's holdings are unknown until that treasury has been read.
        const named = tokens.map(({ symbol, address }) => ({ symbol, address, terms: limits.termsOf(symbol) }));
        reserves.expect({ chainId, treasury, tokens: named });
        loop.start();
      };
      return { chainId, loop, start, isWanted: local === undefined || local.wasUsed };
    });
    this.view = viewOf(setting, unproven, (chainId) => this.#want(chainId));
  }

  #want(chainId: number): void {
    const found = this.#loops.find((each) => each.chainId === chainId);
    if (found === undefined || found.isWanted) return;
    found.isWanted = true;
    if (this.#isStarted) found.start();
  }

  /** The sandbox's own chains that no client has used yet start only when one does. */
  start(): void {
    this.#isStarted = true;
    for (const { start, isWanted } of this.#loops) if (isWanted) start();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    await Promise.all(this.#loops.map(({ loop }) => loop.stop()));
    this.#signer.close();
    await Promise.all(this.#localChains.map((chain) => chain.stop()));
  }
}

interface WantedLoop {
  readonly chainId: number;
  readonly loop: ReceiverLoop;
  readonly start: () => void;
  isWanted: boolean;
}

interface Setting {
  readonly factory: Hex;
  readonly signer: TransactionSigner;
  readonly chains: readonly {
    readonly expected: ExpectedChain;
    readonly firstBlock: number;
    readonly scanMs: number;
    readonly local?: LocalReceiverChain;
    open(): Promise<Opened>;
    onLoop(loop: ReceiverLoop): void;
  }[];
}

function remoteChains(parts: ReceiversParts, terms: readonly ReceiverChainTerms[]): Setting {
  const { configuration, environment, log, nodeMetrics: metrics } = parts;
  const factory = configuration.receivers.factory as Hex;
  const treasury = configuration.receiverChains.treasury as Hex;
  const chains = terms.map(({ chainId, rpc, firstBlock, confirmations, finality, scanSeconds }) => {
    const named = configuration.receivers.tokens.filter((token) => token.chainId === chainId);
    const tokens = named.map(({ token, address }) => ({ symbol: token, address: address as Hex }));
    const opened = openChain(rpc, { log, metrics, finality });
    const expected = { chainId, factory, treasury, tokens, confirmations };
    return { expected, firstBlock, scanMs: scanSeconds * 1_000, open: async () => opened, onLoop() {} };
  });
  return { factory, signer: signerOf(configuration, environment), chains };
}

function localChains({ directory, log }: ReceiversParts, program: string): Setting {
  const place = new LocalPlace(join(directory, "local"));
  const { factory, treasury, tokens } = place;
  const { confirmations } = LocalReceiverChain;
  const chains = Object.keys(RECEIVER_CHAINS).map((id) => {
    const chainId = Number(id);
    let loop: ReceiverLoop | undefined;
    const onDurable = () => loop?.look();
    const onRestart = () => loop?.findAgain();
    const local = new LocalReceiverChain({ chainId, place, program, log, onDurable, onRestart });
    return {
      ...{
        expected: { chainId, factory, treasury, tokens, confirmations },
        firstBlock: 0,
        scanMs: LOCAL_SCAN_MS,
        local,
      },
      async open() {
        const opened = await local.open();
        log.info({ chain: chainId, url: local.url, tokens }, "a local chain accepts deposits by transfer");
        return opened;
      },
      onLoop(its: ReceiverLoop) {
        loop = its;
      },
    };
  });
  return { factory, signer: localSigner(place.keys.operator), chains };
}

function viewOf(
  { factory, chains }: Setting,
  unproven: ReadonlySet<number>,
  wanted: (chainId: number) => void,
): ReceiversView {
  const byId = new Map(chains.map((chain) => [chain.expected.chainId, chain]));
  const tokenOn = (chainId: number, token: string) =>
    byId.get(chainId)?.expected.tokens.find(({ symbol }) => symbol === token)?.address;
  return {
    factory,
    takes: (chainId) => byId.has(chainId),
    isProven: (chainId) => !unproven.has(chainId),
    wanted,
    tokenOn,
    async give({ chainId, token, to, amount }) {
      const [local, address] = [byId.get(chainId)?.local, tokenOn(chainId, token)];
      if (local === undefined || address === undefined) return null;
      wanted(chainId);
      return local.give(address, to, BigInt(amount) * 10n ** BigInt(decimalsOn(chainId) - 6));
    },
  };
}

function signerOf(configuration: Configuration, environment: ReceiversParts["environment"]): TransactionSigner {
  return configuration.sweeper === null
    ? signerOfEnvironment(environment)
    : remoteSweeper(configuration.sweeper, configuration);
}

function remoteSweeper(
  { url, address }: NonNullable<Configuration["sweeper"]>,
  { mode, chain: { signerSecret } }: Configuration,
): TransactionSigner {
  const secret = signerSecret && secretIn(signerSecret, process.cwd());
  if (mode === "production" && secret?.kind === "bearer" && isInTheClear(url))
    throw new ConfigurationMistake(
      "chain.sweeper_signer: a bearer token would be sent without encryption; expected https",
    );
  return new ThreadedSigner({ kind: "remote", url, address, secret });
}

function signerOfEnvironment(environment: ReceiversParts["environment"]): TransactionSigner {
  const given = environment[SWEEPER_KEY_VARIABLE]?.trim() ?? "";
  delete environment[SWEEPER_KEY_VARIABLE];
  const key = (given.startsWith("0x") ? given : `0x${given}`) as Hex;
  try {
    return new ThreadedSigner({ kind: "key", key, address: localSigner(key).address });
  } catch (error) {
    if (!(error instanceof SigningFailed)) throw error;
    throw new ConfigurationMistake(
      `${SWEEPER_KEY_VARIABLE}: not a private key; expected 0x and 64 hex digits, of an account that has gas on each chain`,
    );
  }
}
