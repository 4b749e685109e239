// What a kill must neither undo nor leave standing: orders that were to end with their connection end with the venue, all
// others stay; and a signed request that was seen before it is not carried out after it, for whichever account it is sent.

import { AnswerLost, ApiError, Client, newClientOrderId, type Signer } from "@evermark/client";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { type Captured, capture, capturedRows, detailOf, writtenFor } from "../attack/captured.ts";
import { type Copy, complaintAboutCopies } from "../attack/copies.ts";
import { differenceOf, Household, replyTo, TurnedAway } from "../attack/household.ts";
import { targetOf } from "../attack/target.ts";
import { VenueProcess } from "../witness/venue-process.ts";
import { untilWhole } from "../witness/whole.ts";
import { DEED } from "./answered-clients.ts";
import { type Ordeal, ready } from "./ordeal.ts";
import { type Outcome, startAndJudge, Violated } from "./start-outcome.ts";

const ORDERS = 16;
const REQUESTS = 30;
/** A clock of ours may be ahead of the venue's by what a request takes; a request that was signed ahead is another story. */
const SIGNED_BEFORE_MS = 2_000;
/** What counts on by itself, and what would end the key that signs for all that follows. */
const UNFIT = /cancel_all_after|key/;
const rows = capturedRows.filter(({ path }) => !UNFIT.test(path));

interface Placed {
  readonly name: string;
  /** Whether it was to end with its connection. */
  readonly isGuarded: boolean;
  isAcknowledged: boolean;
}

export const suddenEnds: Readonly<Record<string, Ordeal>> = {
  "a kill under orders that end with their connection": async ({ life, directory, random }) => {
    const { trader } = life;
    if (trader === undefined) return withoutMoney(await startAndJudge(life, directory));
    const placed: Placed[] = [];
    {
      await using venue = new VenueProcess(life.start(directory));
      const url = await ready(venue);
      await place(url, trader, random, placed, () => venue.kill());
    }
    // Twice: what was cancelled is cancelled in the journal, and not by the start that noticed it.
    for (let start = 0; start < 2; start++) {
      await using venue = new VenueProcess(life.start(directory));
      const url = await ready(venue);
      await untilWhole(url);
      await expectResting(url, trader, placed);
      await venue.kill();
    }
    const guarded = placed.filter(({ isGuarded }) => isGuarded).length;
    const what = `killed with ${guarded} orders over a connection that takes them along, and ${placed.length - guarded} others`;
    return { what, outcome: await startAndJudge(life, directory) };
  },

  "requests that were seen before a kill": async ({ life, directory, random }) => {
    if (life.trader === undefined) return withoutMoney(await startAndJudge(life, directory));
    const seen: { readonly captured: Captured; readonly copies: Copy[] }[] = [];
    let household: Household;
    {
      await using venue = new VenueProcess(life.start(directory));
      household = await Household.open(targetOf(await ready(venue)));
      const sent: Promise<void>[] = [];
      for (let n = 0; n < REQUESTS; n++) {
        const row = rows[below(random, rows.length)]!;
        const captured = capture(household, row, random, household.main.now() - SIGNED_BEFORE_MS - n);
        const one = { captured, copies: [] };
        seen.push(one);
        sent.push(send(household, one, oneOf(household.accounts, random)));
        // The last ones are on their way when it ends.
        if (n < REQUESTS - 5) await sent.at(-1);
      }
      await venue.kill();
      await Promise.all(sent);
    }
    {
      await using venue = new VenueProcess(life.start(directory));
      const url = await ready(venue);
      await untilWhole(url);
      const then = household.at(targetOf(url));
      const before = await then.pictures();
      for (const one of seen) for (const account of then.accounts) await send(then, one, account);
      const after = await then.pictures();
      for (const { captured, copies } of seen) {
        const complaint = complaintAboutCopies(copies.filter(isDoneOrLost));
        if (complaint !== undefined) throw new Violated(`${complaint}: ${detailOf(captured, copies)}`);
      }
      for (const [i, picture] of before.entries()) {
        const difference = differenceOf(picture, after[i]!);
        if (difference !== undefined) throw new Violated(`what was sent again had an effect: ${difference}`);
      }
      await venue.kill();
    }
    const what = `killed, and ${seen.length} requests of before sent again for three accounts`;
    return { what, outcome: await startAndJudge(life, directory) };
  },
};

/** Places orders of both kinds; the last ones are on their way when the venue ends. */
async function place(
  url: string,
  signer: Signer,
  random: Random,
  placed: Placed[],
  end: () => Promise<void>,
): Promise<void> {
  const options = { baseUrl: url, signer, repeatsMax: 0 };
  const [guarded, plain] = [new Client({ ...options, cancelOnDisconnect: true }), new Client(options)];
  const onTheWay: Promise<unknown>[] = [];
  const sent = Array.from({ length: ORDERS }, () => below(random, 3));
  // The connection stands before anything depends on it.
  for (const [n, way] of [0, ...sent].entries()) {
    const one: Placed = { name: newClientOrderId(), isGuarded: way === 0, isAcknowledged: false };
    placed.push(one);
    const order = { ...DEED, client_order_id: one.name };
    const answer = [guarded.streams.orders.place, plain.streams.orders.place, plain.orders.placeOrder][way]!(order);
    onTheWay.push(answer.then(() => (one.isAcknowledged = true)).catch(noAnswer));
    if (n < ORDERS - 4) await onTheWay.at(-1);
  }
  await end();
  await Promise.all(onTheWay);
  for (const client of [guarded, plain]) client.close();
}

/** @throws {Violated} */
async function expectResting(url: string, signer: Signer, placed: readonly Placed[]): Promise<void> {
  const client = new Client({ baseUrl: url, signer });
  for (const { name, isGuarded, isAcknowledged } of placed) {
    const found = await client.orders.getOrderByClientId({ client_order_id: name }).catch(noSuchOrder);
    if (found === undefined && isAcknowledged) throw new Violated("an acknowledged order is gone");
    const expected = isGuarded ? "CANCELLED" : "NEW";
    if (found === undefined || found.status === expected) continue;
    const which = isGuarded ? "an order that was to end with its connection" : "an order of no such connection";
    throw new Violated(`${which} is ${found.status} after the kill`);
  }
}

async function send(
  household: Household,
  one: { readonly captured: Captured; readonly copies: Copy[] },
  account: string,
) {
  try {
    const reply = await replyTo(household.target, writtenFor(one.captured, account));
    one.copies.push({ account, isRespelled: false, reply });
  } catch (error) {
    if (!(error instanceof TurnedAway)) throw error;
  }
}

/** A refusal for what is asked may be given to any caller again: nothing came of it. */
function isDoneOrLost({ reply }: Copy): boolean {
  return reply.kind !== "answer" || reply.status === 200;
}

function noAnswer(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof AnswerLost)) throw error;
}

function noSuchOrder(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === -1006)) throw error;
}

function withoutMoney(outcome: Outcome): { readonly what: string; readonly outcome: Outcome } {
  return { what: "started and ended: no order can be placed in this one", outcome };
}

const oneOf = <One>(all: readonly One[], random: Random): One => all[below(random, all.length)]!;
