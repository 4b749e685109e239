// Deposits and withdrawals of a venue of several nodes, on a real chain with the real vault, while the leader is killed
// again and again: each deposit is credited once, and each withdrawal is paid once (C13).

import { describe, expect, test } from "bun:test";
import { hashOfText, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { createWalletClient, type Hex, http, maxUint256 } from "viem";
import { startVaultChain, type VaultChain } from "../outside/chain-with-vault.ts";
import { call } from "../outside/outside-caller.ts";
import { assetHistory, EVERY_SCOPE, holdingOf } from "../outside/outside-funds.ts";
import { accepted, newTrader, Trader } from "../outside/trader.ts";
import { withdrawal } from "../outside/wallet-requests.ts";
import { type VenueNode, VenueNodes } from "./venue-nodes.ts";

const MINUTES = 60_000;
const MICROS = 1_000_000n;
/** The fee of each withdrawal. */
const FEE = 1;

class MoneyOverNodes {
  readonly #chain: VaultChain;
  readonly #venue: VenueNodes;
  readonly #trader: Trader;

  private constructor(chain: VaultChain, venue: VenueNodes, trader: Trader) {
    this.#chain = chain;
    this.#venue = venue;
    this.#trader = trader;
  }

  static async begin(chain: VaultChain, venue: VenueNodes): Promise<MoneyOverNodes> {
    const trader = await newTrader(venue.nodes[0]!.url, { scope: EVERY_SCOPE, claims: 0 });
    const { wallet } = trader;
    await chain.newWallet(10_000n * MICROS, wallet);
    const money = new MoneyOverNodes(chain, venue, trader);
    await money.#send(chain.usdc, testUsdcAbi, "approve", [chain.vault, maxUint256]);
    return money;
  }

  /** The same trader at a node. */
  at({ url }: VenueNode): Trader {
    const { wallet, accountId, key, skew } = this.#trader;
    return new Trader(url, wallet, accountId, key, skew);
  }

  async deposit(usdc: number): Promise<void> {
    const terms = { brokerHash: hashOfText("demo"), tokenHash: hashOfText("USDC"), tokenAmount: BigInt(usdc) * MICROS };
    await this.#send(this.#chain.vault, vaultAbi, "deposit", [{ accountId: this.#trader.accountId as Hex, ...terms }]);
    await this.mine();
  }

  mine(): Promise<void> {
    return this.#chain.control.mine({ blocks: 1 });
  }

  /** The wallet's own balance on the chain, in USDC. */
  async inWallet(): Promise<number> {
    const read = { address: this.#chain.usdc, abi: testUsdcAbi, functionName: "balanceOf" } as const;
    return Number((await this.#chain.reader.readContract({ ...read, args: [this.#trader.wallet.address] })) / MICROS);
  }

  /** Mines blocks until every running node confirms `what`. */
  async until(probe: (trader: Trader) => Promise<boolean>): Promise<void> {
    for (;;) {
      const node = this.#venue.nodes.find(({ process }) => process.isRunning)!;
      if (await probe(this.at(node)).catch(() => false)) return;
      await this.mine();
      await Bun.sleep(50);
    }
  }

  untilHolding(usdc: number): Promise<void> {
    return this.until(async (trader) => (await holdingOf(trader)) === usdc);
  }

  untilState(id: unknown, ...states: string[]): Promise<void> {
    return this.until(async (trader) => {
      const rows = await assetHistory(trader, "?side=WITHDRAW");
      return states.includes(String(rows.find((row) => row.id === String(id))?.trans_status));
    });
  }

  async #send(address: Hex, abi: unknown, functionName: string, args: readonly unknown[]): Promise<void> {
    const wallet = createWalletClient({ account: this.#trader.wallet, transport: http(this.#chain.url) });
    await wallet.writeContract({ address, abi, functionName, args, chain: null } as never);
    await this.mine();
  }
}

describe.skipIf(!(asksForNats && isPostgresAsked))("the money of several nodes", () => {
  test(
    "is credited once and paid once, whichever node leads and however often it is killed",
    async () => {
      using temporary = temporaryDirectory();
      const chain = await startVaultChain();
      const flags = [
        ...["--chain", chain.url, "--chain-vault", chain.vault.toLowerCase(), "--chain-confirmations", "1"],
        ...["--chain-deployed-block", String(chain.deployedBlock), "--chain-operator-key", "env"],
      ];
      const environment = { EVERMARK_OPERATOR_KEY: chain.operatorKey };
      {
        await using venue = await VenueNodes.start(3, temporary.path, { flags, environment });
        const money = await MoneyOverNodes.begin(chain, venue);
        let holding = 0;
        let inWallet = await money.inWallet();
        const killed = async () => {
          const leader = await venue.leader();
          await leader.process.kill();
          return leader;
        };

        for (let round = 0; round < 4; round++) {
          // The deposit is on its way when the leader is killed, and when the next leader begins to follow the chain.
          await money.deposit(1_000);
          const first = await killed();
          holding += 1_000;
          inWallet -= 1_000;
          await money.untilHolding(holding);
          await venue.run(first);

          // The withdrawal is accepted by a follower, and not yet sent; or sent, and not yet mined.
          const [follower] = venue.others(await venue.leader());
          const { withdraw_id: id } = accepted(await withdrawal(money.at(follower!), "100000000")).data;
          // On a busy machine it may be paid between two reads.
          if (round % 2 === 1) await money.untilState(id, "PROCESSING", "COMPLETED");
          const second = await killed();
          await money.untilState(id, "COMPLETED");
          holding -= 100;
          inWallet += 100 - FEE;
          await venue.run(second);
          expect([await money.inWallet(), await holdingOf(money.at(second))]).toEqual([inWallet, holding]);
        }
        const leader = await venue.leader();
        const { data } = accepted(await call(`${leader.url}/v1/public/vault_balance`));
        expect(data.rows![0]).toMatchObject({ shortfall: 0 });
        for (const { process } of venue.nodes) expect(await process.terminate()).toEqual({ code: 0, signal: null });
      }
      await chain.stop();
    },
    10 * MINUTES,
  );
});
