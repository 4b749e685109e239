import { expect, test } from "bun:test";
import { AnswerLost, ApiError } from "@evermark/client";
import type { OperatorEntry } from "@evermark/client/operator.ts";
import { ActSender, type Asks } from "./act-sender.ts";

const lost = () =>
  new AnswerLost({
    ...{ method: "POST", path: "/x", body: "", attempts: 1 },
    cause: new Error("cut"),
    safeAgain: "not",
  });
const refusal = (code: number) => new ApiError({ status: 400, code, message: "refused" });
const entry = (state: OperatorEntry["state"]) => ({ state, why: "because" }) as OperatorEntry;

/** A client with a scripted outcome for each call, in order; records the ids that were sent. */
function scripted(acts: (OperatorEntry | Error)[], looks: (OperatorEntry | null | Error)[]) {
  const ids: string[] = [];
  const next = <T>(of: (T | Error)[]): T => {
    const outcome = of.shift()!;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const asks: Asks = {
    async act(_, __, id) {
      ids.push(id);
      return next(acts);
    },
    findAct: async () => next(looks),
  };
  const sender = new ActSender(asks, "halt", async () => {});
  return { sender, ids, is: () => sender.state.get().is };
}

test("an act is sent once, however often its button is pressed", async () => {
  const { sender, ids, is } = scripted([entry("done")], []);
  await Promise.all([sender.send({}), sender.send({}), sender.send({})]);
  await sender.send({});
  expect([ids.length, is()]).toEqual([1, "done"]);
});

test("a refused act can be changed and sent again, as another act", async () => {
  const { sender, ids, is } = scripted([refusal(-1_012), entry("done")], []);
  await sender.send({});
  expect(is()).toBe("refused");
  await sender.send({});
  expect([new Set(ids).size, is()]).toEqual([2, "done"]);
});

test("after a lost answer the venue is asked for the outcome", async () => {
  for (const [found, expected] of [
    ["done", "done"],
    ["refused", "refused"],
    ["interrupted", "unknown"],
  ] as const) {
    const { sender, is } = scripted([lost()], [new Error("away"), entry("under_way"), entry(found)]);
    await sender.send({});
    expect(is()).toBe(expected);
  }
});

test("an act that the venue has not seen is sent again under the same id, and found if it has arrived meanwhile", async () => {
  const { sender, ids, is } = scripted([lost(), refusal(-1_007)], [null, entry("done")]);
  await sender.send({});
  expect(is()).toBe("unseen");
  await sender.send({});
  expect([ids.length, new Set(ids).size, is()]).toEqual([2, 1, "done"]);
});

test("an outcome that can't be found out is reported, and can be looked for again", async () => {
  const { sender, is } = scripted([lost()], [...Array.from({ length: 5 }, () => new Error("away")), entry("done")]);
  await sender.send({});
  expect(is()).toBe("unknown");
  await sender.look();
  expect(is()).toBe("done");
});
