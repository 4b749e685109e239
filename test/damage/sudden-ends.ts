// What a kill must neither undo nor leave behind. Orders that are cancelled on disconnect must be cancelled when the
// venue ends, and all others must stay. A signed request that the venue received before the kill must not be carried
// out again after it, for any account to which it is sent.

import { AnswerLost, ApiError, Client, newClientOrderId, type Signer } from "@evermark/client";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { type Captured, capture, capturedRows, detailOf, writtenFor } from "../attack/captured.ts";
import { type Copy, complaintAboutCopies } from "../attack/copies.ts";
import { differenceOf, Household, RequestRefused, replyTo } from "../attack/household.ts";
import { targetOf } from "../attack/target.ts";
import { VenueProcess } from "../witness/venue-process.ts";
import { untilWhole } from "../witness/whole.ts";
import { DEED } from "./answered-clients.ts";
import { type DamageCase, ready } from "./case-steps.ts";
import { type Outcome, PromiseViolation, startAndJudge } from "./start-outcome.ts";

const ORDERS = 16;
const REQUESTS = 30;
/**
 * The test's clock may be ahead of the venue's by the duration of a request. A request whose timestamp is in the future
 * is a different case.
 */
const SIGNED_BEFORE_MS = 2_000;
/** Endpoints with an effect that continues by itself, or that would remove the key which signs all later requests. */
const UNFIT = /cancel_all_after|key/;
const rows = capturedRows.filter(({ path }) => !UNFIT.test(path));

interface Placed {
  readonly name: string;
  /** Whether the order is to be cancelled when its connection ends. */
  readonly isGuarded: boolean;
  isAcknowledged: boolean;
}

export const suddenEnds: Readonly<Record<string, DamageCase>> = {
  "a kill with open orders that end with their connection": async ({ life, directory, random }) => {
    const { trader } = life;
    if (trader === undefined) return withoutMoney(await startAndJudge(life, directory));
    const placed: Placed[] = [];
    {
      await using venue = new VenueProcess(life.start(directory));
      const url = await ready(venue);
      await place(url, trader, random, placed, () => venue.kill());
    }
    // Checked after two starts: the cancellations must be in the journal, and not only an effect of the start that
    // noticed them.
    for (let start = 0; start < 2; start++) {
      await using venue = new VenueProcess(life.start(directory));
      const url = await ready(venue);
      await untilWhole(url);
      await expectResting(url, trader, placed);
      await venue.kill();
    }
    const guarded = placed.filter(({ isGuarded }) => isGuarded).length;
    const change = `killed with ${guarded} orders that end with their connection, and ${placed.length - guarded} others`;
    return { change, outcome: await startAndJudge(life, directory) };
  },

  "requests repeated after a kill": async ({ life, directory, random }) => {
    if (life.trader === undefined) return withoutMoney(await startAndJudge(life, directory));
    const repeated: { readonly captured: Captured; readonly copies: Copy[] }[] = [];
    let household: Household;
    {
      await using venue = new VenueProcess(life.start(directory));
      household = await Household.open(targetOf(await ready(venue)));
      const sent: Promise<void>[] = [];
      for (let n = 0; n < REQUESTS; n++) {
        const row = rows[below(random, rows.length)]!;
        const captured = capture(household, row, random, household.main.now() - SIGNED_BEFORE_MS - n);
        const entry = { captured, copies: [] };
        repeated.push(entry);
        sent.push(send(household, entry, oneOf(household.accounts, random)));
        // The last requests are still on their way when the venue is killed.
        if (n < REQUESTS - 5) await sent.at(-1);
      }
      await venue.kill();
      await Promise.all(sent);
    }
    {
      await using venue = new VenueProcess(life.start(directory));
      const url = await ready(venue);
      await untilWhole(url);
      const restarted = household.at(targetOf(url));
      const before = await restarted.pictures();
      for (const entry of repeated) for (const account of restarted.accounts) await send(restarted, entry, account);
      const after = await restarted.pictures();
      for (const { captured, copies } of repeated) {
        const complaint = complaintAboutCopies(copies.filter(isDoneOrLost));
        if (complaint !== undefined) throw new PromiseViolation(`${complaint}: ${detailOf(captured, copies)}`);
      }
      for (const [i, picture] of before.entries()) {
        const difference = differenceOf(picture, after[i]!);
        if (difference !== undefined) throw new PromiseViolation(`a repeated request had an effect: ${difference}`);
      }
      await venue.kill();
    }
    const change = `killed, and ${repeated.length} earlier requests sent again for three accounts`;
    return { change, outcome: await startAndJudge(life, directory) };
  },
};

/** Places orders of both kinds. The last ones are still on their way when the venue is killed. */
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
  // The first order makes sure that the connection is open before anything depends on it.
  for (const [n, kind] of [0, ...sent].entries()) {
    const entry: Placed = { name: newClientOrderId(), isGuarded: kind === 0, isAcknowledged: false };
    placed.push(entry);
    const order = { ...DEED, client_order_id: entry.name };
    const answer = [guarded.streams.orders.place, plain.streams.orders.place, plain.orders.placeOrder][kind]!(order);
    onTheWay.push(answer.then(() => (entry.isAcknowledged = true)).catch(noAnswer));
    if (n < ORDERS - 4) await onTheWay.at(-1);
  }
  await end();
  await Promise.all(onTheWay);
  for (const client of [guarded, plain]) client.close();
}

/** @throws {PromiseViolation} */
async function expectResting(url: string, signer: Signer, placed: readonly Placed[]): Promise<void> {
  const client = new Client({ baseUrl: url, signer });
  for (const { name, isGuarded, isAcknowledged } of placed) {
    const found = await client.orders.getOrderByClientId({ client_order_id: name }).catch(noSuchOrder);
    if (found === undefined && isAcknowledged) throw new PromiseViolation("an acknowledged order is gone");
    const expected = isGuarded ? "CANCELLED" : "NEW";
    if (found === undefined || found.status === expected) continue;
    const which = isGuarded ? "an order tied to its connection" : "an order that is not tied to a connection";
    throw new PromiseViolation(`${which} is ${found.status} after the kill`);
  }
}

async function send(
  household: Household,
  entry: { readonly captured: Captured; readonly copies: Copy[] },
  account: string,
) {
  try {
    const reply = await replyTo(household.target, writtenFor(entry.captured, account));
    entry.copies.push({ account, isRespelled: false, reply });
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
  }
}

/** A refusal may be repeated to any client, because the request had no effect. */
function isDoneOrLost({ reply }: Copy): boolean {
  return reply.kind !== "answer" || reply.status === 200;
}

function noAnswer(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof AnswerLost)) throw error;
}

function noSuchOrder(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === -1006)) throw error;
}

function withoutMoney(outcome: Outcome): { readonly change: string; readonly outcome: Outcome } {
  return { change: "started and stopped: no order can be placed in this one", outcome };
}

const oneOf = <One>(all: readonly One[], random: Random): One => all[below(random, all.length)]!;
