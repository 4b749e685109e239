// An operator's decisions about the vault's custody, and how far the vault's logs were read, on several nodes with a
// real chain: the next leader has them, even one that leads for the first time.

import { describe, expect, test } from "bun:test";
import { hashOfText, testUsdcAbi, vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { type Hex, pad } from "viem";
import { startVaultChain } from "../outside/chain-with-vault.ts";
import { expectRefusal } from "../outside/expected-refusal.ts";
import { post } from "../outside/outside-caller.ts";
import { accepted } from "../outside/trader.ts";
import { type VenueNode, VenueNodes } from "./venue-nodes.ts";

const MICROS = 1_000_000n;
const DELAY_SECONDS = 172_800n;

interface Custody {
  readonly balance: number | null;
  readonly missing: number | null;
  readonly repaired: number;
  readonly unexplained: readonly { readonly transaction: string }[];
}

async function custodyOf({ url }: VenueNode, asked: object = {}) {
  const { status, data } = await post(`${url}/sandbox/custody`, asked);
  return status === 200 ? (data as unknown as Custody) : null;
}

/** Waits until the node's custody matches, and returns it. */
async function until(node: VenueNode, isSo: (found: Custody) => boolean) {
  for (;;) {
    const found = await custodyOf(node).catch(() => null);
    if (found !== null && isSo(found)) return found;
    await Bun.sleep(50);
  }
}

describe.skipIf(!(asksForNats && isPostgresAsked))("the custody of several nodes", () => {
  test("continues where it was, with what was accepted and booked, when another node leads for the first time", async () => {
    using temporary = temporaryDirectory();
    const chain = await startVaultChain();
    const flags = [
      ...["--chain", chain.url, "--chain-vault", chain.vault.toLowerCase(), "--chain-confirmations", "1"],
      ...["--chain-deployed-block", String(chain.deployedBlock), "--chain-operator-key", "env"],
    ];
    const environment = { EVERMARK_OPERATOR_KEY: chain.operatorKey };
    const timelock = await chain.reader.readContract({ address: chain.vault, abi: vaultAbi, functionName: "owner" });
    /** A proposal to the vault's owner, which no journal explains. */
    const propose = async (salt: number) => {
      const transaction = await chain.owner.writeContract({
        ...{ address: timelock, abi: vaultTimelockAbi, functionName: "schedule", chain: null },
        args: [chain.vault, 0n, "0x", pad("0x"), pad(`0x0${salt}`), DELAY_SECONDS],
      });
      await chain.control.mine({ blocks: 2 });
      return transaction;
    };
    const owner = chain.owner.account.address;
    /** Sends a call of the vault's USDC contract. @param from the sender of the transaction */
    const ofToken = async (functionName: string, args: readonly unknown[], from: Hex = owner) => {
      await chain.control.impersonateAccount({ address: from });
      const call = { address: chain.usdc, abi: testUsdcAbi, functionName, args, account: from, chain: null };
      const transaction = await chain.control.writeContract(call as never);
      await chain.control.mine({ blocks: 2 });
      return transaction;
    };
    const fund = (usdc: bigint) => ofToken("mintInto", [chain.vault, hashOfText("USDC"), usdc * MICROS]);
    {
      await using venue = await VenueNodes.start(2, temporary.path, { flags, environment });
      const leader = await venue.leader();
      const [heir] = venue.others(leader) as [VenueNode];
      const transaction = await propose(1);
      await until(leader, ({ unexplained }) => unexplained.some((each) => each.transaction === transaction));
      expectRefusal(await post(`${heir.url}/sandbox/custody`, { accept: transaction }), [
        400,
        -1012,
        `transaction ${transaction} is not accepted: another node leads, and looks after the vault: ask that one`,
      ]);
      expect(accepted(await post(`${leader.url}/sandbox/custody`, { accept: transaction })).data).toMatchObject({
        unexplained: [],
      });

      // Money is missing, and is replaced; the operator names the transaction that replaced it.
      await fund(100n);
      await until(leader, ({ balance }) => balance === 100);
      await chain.giveGas(chain.vault);
      await ofToken("transfer", [owner, 40n * MICROS], chain.vault);
      await until(leader, ({ missing }) => missing === 40);
      const filling = await fund(40n);
      await until(leader, ({ balance }) => balance === 100);
      accepted(await post(`${leader.url}/sandbox/custody`, { repair: filling }));
      await until(leader, ({ missing, repaired }) => missing === 0 && repaired === 40);
      const stored = await venue.postgres.sql("SELECT name FROM evermark.notes ORDER BY name", venue.database);
      expect(JSON.stringify(stored)).toContain("departures-196-");

      await leader.process.kill();
      expect(await venue.leader()).toBe(heir);
      // If the accepted transaction were doubted again, it would be shown by the time the next one is.
      const next = await propose(2);
      const { unexplained } = await until(heir, (found) => found.unexplained.some((each) => each.transaction === next));
      expect(new Set(unexplained.map((each) => each.transaction))).toEqual(new Set([next]));
      await until(heir, ({ missing, repaired, balance }) => missing === 0 && repaired === 40 && balance === 100);
      expect(heir.process.log.filter(({ msg }) => msg === "the vault holds less than it must")).toEqual([]);
      expect(heir.process.log.filter(({ msg }) => msg.startsWith("no record says how far"))).toEqual([]);
      accepted(await post(`${heir.url}/sandbox/custody`, { accept: next }));

      // Back to the first leader, whose own files know nothing of the second transaction.
      await venue.run(leader);
      await heir.process.kill();
      expect(await venue.leader()).toBe(leader);
      const third = await propose(3);
      const last = await until(leader, (found) => found.unexplained.some((each) => each.transaction === third));
      expect(new Set(last.unexplained.map((each) => each.transaction))).toEqual(new Set([third]));
    }
    await chain.stop();
  }, 300_000);
});
