// Reports to operators about a chain with deposits by transfer.

import { expect, test } from "bun:test";
import { keptLog } from "../../testing/kept-log.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import { OtherChain } from "./find-chain.ts";
import { ReceiverLoop } from "./receiver-loop.ts";
import { DeepReorganisation, type Round } from "./receiver-watch.ts";

const FINE: Round = { head: 9, safe: 7, isBehind: false, sweepsWait: "" };

/** The condition's reason after each round; `null` when it holds. @param rounds each is a failure or a result */
async function reasonsOf(
  rounds: readonly (Round | Error)[],
  notShown: readonly string[] = [],
): Promise<(string | null)[]> {
  const reasons: (string | null)[] = [];
  const lines: string[] = [];
  let count = 0;
  const isOver = Promise.withResolvers<void>();
  const loop: ReceiverLoop = new ReceiverLoop({
    chainId: 56,
    scanMs: 1,
    condition: { broken: (reason) => void reasons.push(reason), holds: () => void reasons.push(null) },
    metrics: { round() {}, coin() {}, failed() {} },
    turn: null,
    log: keptLog(lines),
    find: async () => ({
      async round() {
        const next = rounds[count++];
        if (count >= rounds.length) isOver.resolve();
        if (next instanceof Error) throw next;
        return next ?? FINE;
      },
      whyNotShown: async () => notShown[count - 1] ?? "",
    }),
  });
  loop.start();
  await isOver.promise;
  await loop.stop();
  // Each change is one line of the log, however many rounds a state lasts.
  expect(lines.length).toBe(reasons.length);
  return reasons;
}

test("a chain that is away, wrong, or without gas is reported once, and its recovery once", async () => {
  const away = new ChainTrouble("away", "node did not answer");
  expect(await reasonsOf([away, away, FINE, FINE])).toEqual(["chain 56: node did not answer", null]);
  expect(await reasonsOf([new OtherChain("its nodes are on chain 1, expected 56"), FINE])).toEqual([
    "chain 56: its nodes are on chain 1, expected 56",
    null,
  ]);
  const poor = { ...FINE, sweepsWait: "no gas" };
  expect(await reasonsOf([FINE, poor, poor, FINE])).toEqual(["chain 56: sweeps wait: no gas", null]);
});

test("the reasons for hidden addresses and for waiting sweeps are reported together", async () => {
  const poor = { ...FINE, sweepsWait: "no gas" };
  expect(await reasonsOf([poor, FINE, FINE], ["no trial", "no trial"])).toEqual([
    "chain 56: no trial; sweeps wait: no gas",
    "chain 56: no trial",
    null,
  ]);
});

test("a chain reorganised below a final block is left alone until an operator has looked at it", async () => {
  const [reason, ...more] = await reasonsOf([FINE, new DeepReorganisation("block 5 was final as 0xa and is 0xb now")]);
  expect(reason).toContain("nothing more is credited until");
  expect(more).toEqual([]);
});

test("a node reads while it leads, from where its predecessor ended; a follower only checks whether addresses may be shown", async () => {
  const happened: string[] = [];
  let isMine = false;
  let pauses = 0;
  const reached = (count: number) =>
    Bun.sleep(1).then(async () => {
      while (happened.length < count) await Bun.sleep(1);
    });
  const loop = new ReceiverLoop({
    ...{ chainId: 56, scanMs: 1, log: keptLog([]), metrics: { round() {}, coin() {}, failed() {} } },
    condition: { broken() {}, holds() {} },
    turn: { isMine: async () => isMine, over: async () => void happened.push("kept") },
    async find() {
      happened.push("found");
      return {
        async round() {
          happened.push("round");
          return FINE;
        },
        async whyNotShown() {
          pauses++;
          return "";
        },
      };
    },
  });
  loop.start();
  await reached(1);
  expect(happened).toEqual(["found"]);
  isMine = true;
  await reached(6);
  expect(happened.slice(1, 6)).toEqual(["found", "round", "kept", "round", "kept"]);
  isMine = false;
  while (happened.at(-1) !== "found") await Bun.sleep(1);
  const followed = pauses;
  while (pauses === followed) await Bun.sleep(1);
  expect(happened.at(-1)).toBe("found");
  await loop.stop();
});
