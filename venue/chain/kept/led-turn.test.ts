import { expect, test } from "bun:test";
import { LedTurn } from "./led-turn.ts";

function setup() {
  const state = { leads: false, isTaken: true, takes: 0, shares: 0 };
  const files = {
    async take() {
      state.takes++;
      return state.isTaken;
    },
    async share() {
      state.shares++;
      return true;
    },
  };
  return { state, turn: new LedTurn(() => state.leads, files) };
}

test("it is a node's turn while it leads, once it has the files of its predecessor", async () => {
  const { state, turn } = setup();
  expect(await turn.isMine()).toBe(false);
  state.leads = true;
  state.isTaken = false;
  expect(await turn.isMine()).toBe(false);
  state.isTaken = true;
  expect([await turn.isMine(), await turn.isMine()]).toEqual([true, true]);
  expect(state.takes).toBe(2);
  state.leads = false;
  expect(await turn.isMine()).toBe(false);
  state.leads = true;
  expect(await turn.isMine()).toBe(true);
  expect(state.takes).toBe(3);
});

test("concurrent looks take the files over once, and a node shares files only in its turn", async () => {
  const { state, turn } = setup();
  await turn.over();
  state.leads = true;
  expect(await Promise.all([turn.isMine(), turn.isMine(), turn.isMine()])).toEqual([true, true, true]);
  await turn.over();
  expect([state.takes, state.shares]).toEqual([1, 1]);
});
