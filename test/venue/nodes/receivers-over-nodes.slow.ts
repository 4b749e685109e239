// Deposits by transfer on a venue of several nodes, on a real chain, while the leader is killed again and again: each
// is credited once, whichever node looks at the chain.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { findAnvil } from "@evermark/venue/chain/local-node/anvil-program.ts";
import { LocalPlace, LocalReceiverChain } from "@evermark/venue/chain/receivers/local-receiver-chain.ts";
import { silentLog } from "@evermark/venue/testing/kept-log.ts";

import { createTestClient, type Hex, http } from "viem";
import type { Row } from "../outside/outside-caller.ts";
import { holdingOf } from "../outside/outside-funds.ts";
import { accepted, newTrader, Trader } from "../outside/trader.ts";
import { type VenueNode, VenueNodes } from "./venue-nodes.ts";

const CHAIN = 56;
const ROUNDS = 4;
/** One whole test USDC on that chain, which has 18 decimals. */
const WHOLE = 10n ** 18n;

describe.skipIf(!(asksForNats && isPostgresAsked))("deposits by transfer of several nodes", () => {
  test("are credited once, whichever node leads and however often it is killed", async () => {
    using temporary = temporaryDirectory();
    const place = new LocalPlace(join(temporary.path, "chain"));
    const chain = new LocalReceiverChain({
      ...{ chainId: CHAIN, place, program: findAnvil()!, log: silentLog },
      onDurable() {},
      onRestart() {},
    });
    await chain.open();
    const control = createTestClient({ mode: "anvil", transport: http(chain.url) });
    const usdc = place.tokens.find(({ symbol }) => symbol === "USDC")!.address;
    const terms = { id: CHAIN, rpc: [chain.url], first_block: 0, confirmations: 1, finality: "count", scan_seconds: 1 };
    const flags = [
      ...["--receiver-chains", JSON.stringify([terms]), "--chain-receiver-factory", place.factory],
      ...["--chain-receiver-treasury", place.treasury, "--chain-receiver-tokens", `${CHAIN}:USDC:${usdc}`],
    ];
    const environment = { EVERMARK_SWEEPER_KEY: place.keys.operator };
    {
      await using venue = await VenueNodes.start(2, join(temporary.path, "nodes"), { flags, environment });
      const { wallet, accountId, key, skew } = await newTrader(venue.nodes[0]!.url, {
        brokerId: "evermark",
        claims: 0,
      });
      const at = ({ url }: VenueNode) => new Trader(url, wallet, accountId, key, skew);
      /** Mines blocks until every running node shows this balance. */
      const untilHolding = async (usdcs: number) => {
        for (;;) {
          const nodes = venue.nodes.filter(({ process }) => process.isRunning);
          const held = await Promise.all(nodes.map((node) => holdingOf(at(node)).catch(() => null)));
          if (held.every((each) => each === usdcs)) return;
          await control.mine({ blocks: 1 });
          await Bun.sleep(100);
        }
      };
      const shown = venue.nodes.map((node) =>
        at(node).get(`/v1/client/asset/receiver_address?chain_id=${CHAIN}&token=USDC`),
      );
      const addresses = (await Promise.all(shown)).map((answer) => accepted(answer).data.receiver_address as Hex);
      expect(new Set(addresses).size).toBe(1);
      await untilHolding(0);

      let holding = 0;
      for (let round = 0; round < ROUNDS; round++) {
        // Each round kills the leader at a different stage: seen or not, shown or not, swept or not, credited or not.
        await chain.give(usdc, addresses[0]!, 10n * WHOLE);
        await control.mine({ blocks: 1 + round });
        await Bun.sleep(round * 400);
        const leader = await venue.leader();
        await leader.process.kill();
        holding += 10;
        await untilHolding(holding);
        await venue.run(leader);
      }
      for (const node of venue.nodes) {
        const rows = accepted(await at(node).get("/v1/client/asset/receiver_events")).data.rows as readonly Row[];
        expect(rows.map(({ trans_status, amount }) => [trans_status, amount])).toEqual(
          Array.from({ length: ROUNDS }, () => ["COMPLETED", 10]),
        );
      }
      const stored = await venue.postgres.sql("SELECT name FROM evermark.notes", venue.database);
      expect(JSON.stringify(stored)).toContain(`${CHAIN}.place`);
      for (const { process } of venue.nodes) expect(await process.terminate()).toEqual({ code: 0, signal: null });
    }
    await chain.stop();
  }, 600_000);
});
