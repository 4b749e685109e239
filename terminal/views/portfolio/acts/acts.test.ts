import { describe, expect, test } from "bun:test";
import { AnswerLost, ApiError, NotSent } from "@evermark/client";
import { GESTURE_MS } from "../../ticket/order-sender.ts";
import { type Act, Acts } from "./acts.ts";

const KEY = "PERP_SOL_USDC CROSS";

/** Acts whose answers come when the test decides. */
function trial() {
  const sent: string[] = [];
  const asked: string[] = [];
  let answer = Promise.withResolvers<string>();
  let found = Promise.withResolvers<string | null>();
  let atMs = 10_000;
  const kept = new Set<string>();
  const acts = new Acts(() => atMs, { keep: (key) => kept.add(key), drop: (key) => kept.delete(key) });
  const act = (text: string): Act => ({
    text,
    order: {
      to: "order",
      body: { symbol: "PERP_SOL_USDC", side: "SELL", order_type: "MARKET", client_order_id: text },
    },
    send: () => {
      sent.push(text);
      answer = Promise.withResolvers();
      return answer.promise;
    },
    find: () => {
      asked.push(text);
      found = Promise.withResolvers();
      return found.promise;
    },
  });
  return {
    ...{ acts, act, sent, asked, kept },
    answers: (said: string) => answer.resolve(said),
    fails: (error: Error) => answer.reject(error),
    finds: (said: string | null) => found.resolve(said),
    cannotFind: (error: Error) => found.reject(error),
    later: (ms: number) => {
      atMs += ms;
    },
    state: () => acts.states.of(KEY).get(),
  };
}

const LOST = new AnswerLost({
  ...{ method: "POST", path: "/v1/order", body: "{}", attempts: 3, safeAgain: "by its client_order_id" },
  cause: new Error("no connection"),
});
const refused = (status: number) => new ApiError({ status, code: -1101, message: "insufficient margin" });

/** Lets all settled promises take effect. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

describe("acts", () => {
  test("a double click is one act, before and after its answer", async () => {
    const { acts, act, sent, answers, later } = trial();
    const first = acts.run(KEY, act("Sell 1 SOL"));
    expect(await acts.run(KEY, act("Sell 1 SOL"))).toEqual({ is: "ignored" });
    answers("Sell 1 SOL: filled");
    expect(await first).toEqual({ is: "done", said: "Sell 1 SOL: filled" });
    later(GESTURE_MS - 1);
    expect(await acts.run(KEY, act("Sell 1 SOL"))).toEqual({ is: "ignored" });
    expect(sent).toEqual(["Sell 1 SOL"]);
    later(1);
    void acts.run(KEY, act("Sell 1 SOL"));
    expect(sent).toEqual(["Sell 1 SOL", "Sell 1 SOL"]);
  });

  test("while an act on something is in progress, nothing else is done to it, and other things are free", async () => {
    const { acts, act, sent } = trial();
    void acts.run(KEY, act("Sell 1 SOL"));
    expect(await acts.run(KEY, act("Buy 2 SOL"))).toEqual({ is: "ignored" });
    void acts.run("PERP_BTC_USDC CROSS", act("Buy 1 BTC"));
    expect(sent).toEqual(["Sell 1 SOL", "Buy 1 BTC"]);
  });

  test("a refused or unsent act gives the reason, and can be tried again at once", async () => {
    const { acts, act, sent, fails, state } = trial();
    const first = acts.run(KEY, act("Sell 1 SOL"));
    fails(refused(400));
    expect(await first).toMatchObject({ is: "failed", why: expect.stringContaining("Insufficient margin.") });
    expect(state()).toEqual({ is: "idle" });
    const second = acts.run(KEY, act("Sell 1 SOL"));
    fails(new NotSent("the order", "no connection"));
    expect(await second).toMatchObject({ is: "failed" });
    expect(sent).toHaveLength(2);
  });

  test("an act whose answer was lost is looked up, and done when the venue says so", async () => {
    const { acts, act, asked, fails, finds, state } = trial();
    const outcome = acts.run(KEY, act("Sell 1 SOL"));
    fails(LOST);
    await heard();
    expect(state()).toMatchObject({ is: "lost", found: "asking" });
    expect(await acts.run(KEY, act("Sell 1 SOL"))).toEqual({ is: "ignored" });
    finds("Sell 1 SOL: filled");
    expect(await outcome).toEqual({ is: "done", said: "Sell 1 SOL: filled" });
    expect(asked).toEqual(["Sell 1 SOL"]);
    expect(state()).toEqual({ is: "idle" });
  });

  test("an act that the venue has not carried out has failed", async () => {
    const { acts, act, fails, finds } = trial();
    const outcome = acts.run(KEY, act("Sell 1 SOL"));
    fails(LOST);
    await heard();
    finds(null);
    expect(await outcome).toMatchObject({ is: "failed" });
  });

  test("while the venue can't be reached the act stays in progress, and it is looked up when the connection is back", async () => {
    const { acts, act, asked, fails, finds, cannotFind, state } = trial();
    const outcome = acts.run(KEY, act("Sell 1 SOL"));
    fails(LOST);
    await heard();
    cannotFind(LOST);
    await heard();
    expect(state()).toMatchObject({ is: "lost", found: "unreachable" });
    expect(await acts.run(KEY, act("Buy 1 SOL"))).toEqual({ is: "ignored" });
    void acts.askAll();
    // Two look-ups at the same time are one.
    void acts.ask(KEY);
    finds("Sell 1 SOL: filled");
    expect(await outcome).toEqual({ is: "done", said: "Sell 1 SOL: filled" });
    expect(asked).toHaveLength(2);
  });

  test("a server error of the venue says nothing about the act", async () => {
    const { acts, act, fails, cannotFind, state } = trial();
    void acts.run(KEY, act("Sell 1 SOL"));
    fails(LOST);
    await heard();
    cannotFind(refused(503));
    await heard();
    expect(state()).toMatchObject({ is: "lost", found: "unreachable" });
  });
});

describe("an order placed for a position", () => {
  test("is kept until its outcome is known", async () => {
    const { acts, act, answers, kept } = trial();
    const outcome = acts.run(KEY, act("close"));
    expect([...kept]).toEqual([KEY]);
    answers("closed");
    await outcome;
    expect([...kept]).toEqual([]);
  });

  test("is also kept while its answer is lost, but not once it was refused", async () => {
    const { acts, act, fails, finds, kept } = trial();
    const outcome = acts.run(KEY, act("close"));
    fails(LOST);
    await heard();
    expect([...kept]).toEqual([KEY]);
    finds("closed");
    await outcome;
    expect([...kept]).toEqual([]);
    const another = acts.run(KEY, act("reverse"));
    fails(refused(400));
    await another;
    expect([...kept]).toEqual([]);
  });

  test("that an earlier page was sending is looked up, and never sent", async () => {
    const { acts, act, sent, asked, finds } = trial();
    const outcome = acts.resume(KEY, act("close"));
    expect(await acts.run(KEY, act("reverse"))).toEqual({ is: "ignored" });
    expect(await acts.resume(KEY, act("close"))).toEqual({ is: "ignored" });
    finds("closed");
    expect(await outcome).toEqual({ is: "done", said: "closed" });
    expect({ sent, asked }).toEqual({ sent: [], asked: ["close"] });
  });
});
