// A journal names the behaviour that its commands were given under, and confirms what they did; an engine that would do
// something else with them reports that instead of doing it.

import { expect, test } from "bun:test";
import { BEHAVIOUR, OLDEST_BEHAVIOUR } from "../base/behaviour.ts";
import { E8, priceE8, quantityE8 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { silent } from "../language/events/events.ts";
import { readSnapshot, writeSnapshot } from "../memory/snapshot.ts";
import { State } from "../memory/state.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "../testing/setup.ts";
import { defaultMarket } from "../testing/vectors.ts";
import { Engine } from "./engine.ts";

const at = START;
const setBehaviour = (version: number): Command => ({ type: "set_behaviour", at, version });
const confirm = (engine: Engine): Command => ({ type: "confirm_digest", at, digest: engine.markedDigest });
/** The engine with its state changed as if by an engine of a later behaviour. */
const changed = (engine: Engine, change: (state: State) => void): Engine => {
  const state = readSnapshot(engine.snapshot());
  change(state);
  return new Engine(state);
};

function applyAll(engine: Engine, commands: readonly Command[]): Engine {
  for (const command of commands) engine.apply(command, silent);
  return engine;
}

test("the first command of a journal names the behaviour that follows, and a snapshot keeps it", () => {
  const engine = applyAll(Engine.atBeginning(), [setBehaviour(BEHAVIOUR)]);
  expect([new Engine().behaviour, engine.behaviour]).toEqual([BEHAVIOUR, BEHAVIOUR]);
  expect(Engine.restore(engine.snapshot()).behaviour).toBe(BEHAVIOUR);
});

test("commands of a behaviour that is not known yet are refused by name", () => {
  const newer = BEHAVIOUR + 1;
  const words = (what: string) =>
    `${what} was written by a newer Evermark (behaviour ${newer}; this one knows up to ${BEHAVIOUR}): ` +
    "start the newer one, or restore a copy from before the upgrade";
  expect(() => new Engine().apply(setBehaviour(newer), silent)).toThrow(words("what follows it"));
  const snapshot = writeSnapshot(Object.assign(new State(), { behaviour: newer }));
  expect(() => Engine.restore(snapshot)).toThrow(words("the state"));
});

test("commands of a behaviour that is no longer known are refused by name", () => {
  const older = OLDEST_BEHAVIOUR - 1;
  expect(() => new Engine().apply(setBehaviour(older), silent)).toThrow(
    `what follows it has behaviour ${older}; this Evermark knows ${OLDEST_BEHAVIOUR} to ${BEHAVIOUR}`,
  );
});

test("the first command of a journal names its behaviour, also one older than the engine was created with", () => {
  expect(applyAll(new Engine(), [setBehaviour(BEHAVIOUR - 1)]).behaviour).toBe(BEHAVIOUR - 1);
  expect(() => applyAll(new Engine(), [{ type: "tick", at }, setBehaviour(BEHAVIOUR - 1)])).toThrow("does not go back");
});

test("a venue may name its present behaviour again, and does not go back to an older one", () => {
  expect(applyAll(new Engine(), [setBehaviour(BEHAVIOUR), setBehaviour(BEHAVIOUR)]).behaviour).toBe(BEHAVIOUR);
  const later = changed(applyAll(new Engine(), [{ type: "tick", at }]), (state) => {
    state.behaviour = BEHAVIOUR + 1;
  });
  expect(() => later.apply(setBehaviour(BEHAVIOUR), silent)).toThrow(
    `a venue does not go back to an older behaviour: from ${BEHAVIOUR + 1} to ${BEHAVIOUR}`,
  );
});

test("a doubt in an older state is adopted by the behaviour that knows doubts, and by none before it", () => {
  const doubted = (from: number, to: number) => {
    const state = new State();
    const engine = new Engine(state);
    applyAll(engine, [listMarket(defaultMarket("PERP_SOL_USDC"), 100 * E8)]);
    state.behaviour = from;
    state.markets[0]!.health.trouble = "INDEX_JUMP";
    engine.apply(setBehaviour(to), silent);
    return state.markets[0]!.health.inDoubt;
  };
  expect([doubted(1, 2), doubted(1, 3), doubted(2, BEHAVIOUR), doubted(3, 4)]).toEqual([false, true, true, false]);
});

const opening: readonly Command[] = [
  listMarket(defaultMarket("PERP_SOL_USDC"), 100 * E8),
  addBroker("b", 60, 30),
  openAccount(0, "b"),
];
const ACCOUNT = (applyAll(new Engine(), opening).accountCount - 1) as number;
const pin = (price: number): Command => ({
  type: "set_index_prices",
  at,
  prices: [{ market: 0, price: priceE8(price) }],
});

test("a program that replays the commands has the confirmed digest, from the beginning or from any snapshot", () => {
  const engine = Engine.atBeginning();
  const journal: Command[] = [];
  const snapshots: Uint8Array[] = [];
  for (const command of [...opening, ...Array.from({ length: 6 }, () => ({ type: "tick", at }) as Command)]) {
    for (const next of [command, confirm(engine)]) {
      engine.apply(next, silent);
      journal.push(next);
      snapshots.push(engine.snapshot().slice());
    }
  }
  expect(applyAll(Engine.atBeginning(), journal).stateHash()).toBe(engine.stateHash());
  for (const [i, snapshot] of snapshots.entries()) {
    expect(applyAll(Engine.restore(snapshot), journal.slice(i + 1)).stateHash()).toBe(engine.stateHash());
  }
});

test("the digest covers events: a difference is found at the second confirmation after it", () => {
  const order = placeOrder({ account: ACCOUNT, price: priceE8(90 * E8), quantity: quantityE8(E8) });
  const differences: readonly [Command, Command][] = [
    [deposit(ACCOUNT, 1, "b"), deposit(ACCOUNT, 2, "b")],
    [order, { ...order, price: priceE8(89 * E8) }],
    [order, { ...order, side: "SELL", price: priceE8(110 * E8) }],
    [order, { ...order, quantity: quantityE8(1) }],
    [pin(100 * E8), pin(101 * E8)],
  ];
  const before = [...opening, deposit(ACCOUNT, 1_000_000_000, "a"), confirm(new Engine())];
  for (const [one, other] of differences) {
    const here = applyAll(new Engine(), [...before, one]);
    const there = applyAll(new Engine(), [...before, other]);
    for (const each of [here, there]) each.apply(confirm(each), silent);
    const digest = there.markedDigest;
    expect(() => here.apply({ type: "confirm_digest", at, digest }, silent)).toThrow(
      `what commands 6 to 7 do here is not what they did when they were new (digest ${here.markedDigest}, then ${digest})`,
    );
  }
});
