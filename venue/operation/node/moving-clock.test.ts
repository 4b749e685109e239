// Tests with real nodes are in test/venue/nodes/moved-clock.slow.ts.

import { expect, test } from "bun:test";
import { MovingClock } from "./moving-clock.ts";

const HOUR = 3_600_000;

function setup() {
  const it = { now: 9 * HOUR, steady: 0, why: null as string | null, isAnswered: true };
  const asked: [ms: number, from: number][] = [];
  const clock = new MovingClock({
    upToDate: async () => it.why,
    async move(ms, from) {
      asked.push([ms, from]);
      return it.isAnswered ? from + ms : null;
    },
    now: () => it.now,
    steady: () => it.steady,
  });
  /** Starts a call, whose outcome is added to the list once it is known. */
  const advance = async (ms: number) => {
    const outcome: (number | string)[] = [];
    clock.advance(ms).then(
      (time) => outcome.push(time),
      ({ message }) => outcome.push(message),
    );
    await Bun.sleep(0);
    return { outcome };
  };
  const applied = async (at: number) => {
    it.now = at;
    clock.applied();
    await Bun.sleep(0);
  };
  return { it, asked, clock, advance, applied };
}

test("a caller is answered with the time once this node has applied everything up to the requested time", async () => {
  const { asked, advance, applied } = setup();
  const { outcome: first } = await advance(HOUR);
  const { outcome: second } = await advance(2 * HOUR);
  await applied(9 * HOUR + 10);
  expect(asked).toEqual([
    [HOUR, 9 * HOUR],
    [2 * HOUR, 9 * HOUR],
  ]);
  await applied(10 * HOUR - 1);
  expect([first, second]).toEqual([[], []]);
  await applied(10 * HOUR);
  expect([first, second]).toEqual([[10 * HOUR], []]);
  await applied(11 * HOUR + 5);
  expect(second).toEqual([11 * HOUR + 5]);
});

test("a node that may lack acknowledged commands moves nothing, and a move by nothing asks for nothing", async () => {
  const { it, asked, advance } = setup();
  expect((await advance(0)).outcome).toEqual([9 * HOUR]);
  it.why = "no node leads";
  expect((await advance(HOUR)).outcome).toEqual([expect.stringContaining("no node leads; the clock is not moved")]);
  expect(asked).toEqual([]);
});

test("when the database does not answer, no node leads, or the node stops, the answer reports what is known", async () => {
  const { it, clock, advance, applied } = setup();
  it.isAnswered = false;
  expect((await advance(HOUR)).outcome).toEqual([expect.stringContaining("whether the clock is moved is not known")]);

  it.isAnswered = true;
  const { outcome: left } = await advance(HOUR);
  await applied(9 * HOUR + 7);
  it.steady = 12_999;
  clock.look();
  await Bun.sleep(0);
  expect(left).toEqual([]);
  it.steady = 13_000;
  clock.look();
  await Bun.sleep(0);
  const [at, to] = [9 * HOUR + 7, 10 * HOUR];
  expect(left).toEqual([
    expect.stringContaining(`no node leads: the clock is at ${at}, and goes on to ${to} once one does`),
  ]);

  const { outcome: ending } = await advance(HOUR);
  await applied(9 * HOUR + 8);
  clock.stop();
  await Bun.sleep(0);
  expect(ending).toEqual([expect.stringContaining("the node is stopping; the clock goes on to")]);
});
