// The time from when a sandbox with its own chain accepts a thousand withdrawals at once until its vault has paid all
// of them and its ledger has recorded that. The baseline is a script without a venue that makes the same payments on
// its own Anvil. It also measures how long orders take during this, against two baselines: the same orders beside that
// script, which puts the same load of chain and signatures on the machine, and the same orders alone.

import { ratioAtMost } from "../figures/budget.ts";
import { type Benchmark, type Figure, figureOf, median, quantile } from "../figures/measure.ts";
import { warmUp } from "../load/closed-load.ts";
import { runOpenLoad } from "../load/open-load.ts";
import { REST_MIX, signedOrders, signedOrdersInOne } from "../load/signed-orders.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import type { BareAsk } from "./bare-payer.child.ts";
import { ENOUGH, makeWithdrawingAccounts, signWithdrawals, type WithdrawingAccount } from "./signed-withdrawals.ts";
import type { WithdrawingAnswer, WithdrawingAsk } from "./withdrawing-venue.child.ts";

const SCRIPT = "bare viem script";
/** Needs far less than one core. */
const ORDERS_PER_SECOND = 200;

interface Bench {
  readonly accounts: readonly WithdrawingAccount[];
  readonly venue: Child<WithdrawingAnswer>;
  readonly bare: Child<readonly number[]>;
  readonly fee: number;
  /** Sends orders for some time. @returns how long each took, in ms */
  readonly orders: () => Promise<Float64Array>;
}

/** What one turn has measured. */
interface Turn {
  readonly acceptedSeconds: number;
  readonly paidSeconds: number;
  /** How long the script took. */
  readonly scriptSeconds: number;
  readonly alone: Float64Array;
  readonly besideScript: Float64Array;
  readonly meanwhile: Float64Array;
}

export const withdrawals: Benchmark = {
  name: "withdrawals",
  about: "s until as many withdrawals as accounts, accepted at once, are paid by a vault; and orders meanwhile",
  load: { accounts: 1_000, connections: 8, seconds: 4 },
  quickLoad: { accounts: 16, connections: 2, seconds: 0.2 },
  async run({ quick, load }, report, note) {
    const accounts = await makeWithdrawingAccounts(load.accounts);
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    const count = { connections: load.connections, mix: REST_MIX, each: 64 };
    const requests = signedOrdersInOne(accounts, count);
    await scratchDirectory(async (directory) => {
      const venue = startChild<WithdrawingAnswer>(import.meta.resolve("./withdrawing-venue.child.ts"));
      const bare = startChild<readonly number[]>(import.meta.resolve("./bare-payer.child.ts"));
      try {
        await bare.ask({ directory: `${directory}/script` } satisfies BareAsk);
        const open = { directory: `${directory}/venue`, accounts: known, chain: { nodes: "local" } } as const;
        const { port, fee } = await venue.ask({ open } satisfies WithdrawingAsk);
        if (!quick) await warmUp(signedOrders(accounts, count), { venue: port });
        let seed = 0;
        const { connections } = load;
        const times = { perSecond: ORDERS_PER_SECOND, milliseconds: load.seconds * 1_000 };
        const orders = () => runOpenLoad({ port, connections, requests, ...times, seed: ++seed });
        const bench: Bench = { accounts, venue, bare, fee, orders };
        if (!quick) await turn(bench);
        const turns: Turn[] = [];
        for (let run = 0; run < (quick ? 1 : 3); run++) turns.push(await turn(bench));
        for (const figure of figuresOf(turns, accounts.length)) report(figure);
        const of = (value: (turn: Turn) => number) => median(turns.map(value)).toFixed(2);
        note(
          `accepted within ${of((each) => each.acceptedSeconds)} s, paid ${of((each) => each.paidSeconds)} s after the first`,
        );
        note(`orders were sent for ${load.seconds} s, ${ORDERS_PER_SECOND} a second`);
      } finally {
        await Promise.all([venue.stop(), bare.stop()]);
      }
    });
  },
};

async function turn({ accounts, venue, bare, fee, orders }: Bench): Promise<Turn> {
  const { nonces } = await venue.ask("nonces" satisfies WithdrawingAsk);
  const signed = await signWithdrawals(accounts, nonces);
  const alone = await orders();
  const paying = bare.ask({ signed, fee } satisfies BareAsk);
  const besideScript = await orders();
  bare.send(ENOUGH satisfies BareAsk);
  const scriptSeconds = median(await paying);
  const withdrawing = venue.ask({ pay: signed } satisfies WithdrawingAsk);
  const meanwhile = await orders();
  const { acceptedSeconds, paidSeconds } = await withdrawing;
  return { acceptedSeconds, paidSeconds, scriptSeconds, alone, besideScript, meanwhile };
}

function figuresOf(turns: readonly Turn[], count: number): Figure[] {
  const paid = { ours: turns.map((each) => each.paidSeconds), theirs: turns.map((each) => each.scriptSeconds) };
  const figures = [figureOf(`withdrawals, ${count.toLocaleString("en")} at once`, "s until paid", SCRIPT, paid)];
  for (const share of [0.5, 0.99]) {
    const of = (side: "alone" | "besideScript" | "meanwhile") => turns.map((each) => quantile(each[side], share));
    const title = `withdrawals, an order meanwhile, p${share * 100}`;
    const against = (theirs: "alone" | "besideScript") => ({ ours: of("meanwhile"), theirs: of(theirs) });
    figures.push(figureOf(title, "ms", `beside a ${SCRIPT}`, against("besideScript"), ratioAtMost(1.5)));
    figures.push(figureOf(title, "ms", "the same orders alone", against("alone")));
  }
  return figures;
}
