import { expect, test } from "bun:test";
import { joinListeners, type Listener, silent } from "./events.ts";

const METHODS = Object.keys(silent) as (keyof Listener)[];

/** Records each event with the listener that received it and its arguments. */
function noting(who: string, calls: unknown[][]): Listener {
  const note = (method: keyof Listener) => [method, (...args: unknown[]) => calls.push([who, method, ...args])];
  return Object.fromEntries(METHODS.map(note)) as unknown as Listener;
}

test("two joined listeners both get every event whole, the first one first", () => {
  const calls: unknown[][] = [];
  const pair = joinListeners(noting("first", calls), noting("second", calls));
  expect(Object.keys(pair).sort()).toEqual(METHODS.toSorted());
  for (const method of METHODS) {
    const said = Array.from({ length: pair[method].length }, (_, n) => `${method} ${n}`);
    (pair[method] as (...args: unknown[]) => void)(...said);
    expect(calls.splice(0)).toEqual([
      ["first", method, ...said],
      ["second", method, ...said],
    ]);
  }
});
