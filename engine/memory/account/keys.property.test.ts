// The engine, which forgets expired keys, accepts and refuses the same as an engine that keeps every message ever sent,
// whatever is bound, removed, restricted, forgotten and sent again.

import { expect, test } from "bun:test";
import {
  addressesOf,
  bindingOf,
  bindKey,
  removeKey,
  restrictKey,
} from "@evermark/model/business/accounts/key-rules.ts";
import type { NaiveState } from "@evermark/model/state/naive-state.ts";
import { emptyState } from "@evermark/model/state/naive-state.ts";
import fc from "fast-check";
import { type Millis, millis } from "../../base/units.ts";
import type { BindKey, Command } from "../../language/commands/commands.ts";
import { silent } from "../../language/events/events.ts";
import type { RejectionName } from "../../language/rejections.ts";
import { Engine } from "../../run/engine.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange } from "../../testing/small-exchange.ts";

const HOUR_MS = 3_600_000;
/** Times coincide, or are within a message's window, days before it, or a little ahead. */
const step = fc.record({
  passes: fc.constantFrom(0, 1, HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS),
  account: fc.constantFrom(A, B),
  key: fc.constantFrom("ed25519:k", "ed25519:l"),
  scope: fc.constantFrom("read", "read,trading"),
  signed: fc.constantFrom(0, 1, -1, 600_000, -600_000, -23 * HOUR_MS, -24 * HOUR_MS, -72 * HOUR_MS),
  lasts: fc.constantFrom(0, 1, HOUR_MS, 30 * HOUR_MS, 900 * HOUR_MS),
  again: fc.option(fc.nat(20), { nil: undefined }),
  restores: fc.boolean(),
  changes: fc.constantFrom(null, null, null, "remove", "close", "open"),
});

test("forgetting an expired key changes nothing: the engine accepts and refuses the same as before", () => {
  const opened = new SmallExchange().engine.snapshot();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      let engine = Engine.restore(opened);
      const naive = emptyState();
      const sent: BindKey[] = [];
      let at = START as number;
      for (const { passes, account, key, scope, signed, lasts, again, restores, changes } of steps) {
        at += passes;
        engine.apply({ type: "tick", at: millis(at) }, silent);
        if (restores) engine = Engine.restore(engine.snapshot());
        const signedAt = millis(at + signed);
        naive.now = at;
        if (changes !== null) {
          const { command, rejection } = change(naive, changes, { account, key, at: millis(at) });
          expect(engine.apply(command, silent).rejection?.name).toBe(rejection);
          continue;
        }
        const reopened = { account, key, scope, signedAt, expiration: millis(signedAt + lasts) };
        const command: BindKey = { type: "bind_key", ...(sent[again ?? -1] ?? reopened), at: millis(at) };
        sent.push(command);
        const { rejection } = engine.apply(command, silent);
        expect(rejection?.name).toBe(bindKey(naive, command).rejection);
        const binding = bindingOf(naive, command.account, command.key);
        const found = engine.findKey(command.account, command.key);
        if (found !== undefined || (binding !== undefined && binding.expiration > at)) {
          expect([found?.scope, found?.signedAt, found?.expiration]).toEqual([
            binding?.scope,
            binding?.signedAt,
            binding?.expiration,
          ]);
        }
        for (const each of [A, B]) {
          const good = engine.keysOf(each).filter((listed) => listed.expiration > at);
          const keys = ["ed25519:k", "ed25519:l"].filter(
            (name) => (bindingOf(naive, each, name)?.expiration ?? 0) > at,
          );
          expect(good.map((listed) => listed.key).sort()).toEqual(keys);
          for (const { key, addresses } of good) expect(addresses).toBe(addressesOf(naive, each, key));
        }
      }
    }),
    { numRuns: 150 },
  );
});

test("a scope is stored once, however many keys have it", () => {
  const bytesWith = (...scopes: string[]) => {
    const exchange = new SmallExchange();
    for (const [n, scope] of scopes.entries()) {
      const times = { expiration: millis(START + HOUR_MS), signedAt: millis(START) };
      exchange.apply({ type: "bind_key", at: START, account: A, key: `ed25519:${n}`, scope, ...times });
    }
    return exchange.engine.snapshot().length;
  };
  expect(bytesWith("read", "asset", "asset") - bytesWith("read", "asset", "read")).toBe(0);
  expect(bytesWith("read", "asset") - bytesWith("asset", "asset")).toBe(4 + "read".length);
});

/** Makes the change in the naive state. @returns the command that makes it in the engine, and the refusal it must get */
function change(
  naive: NaiveState,
  what: "remove" | "close" | "open",
  on: { readonly account: number; readonly key: string; readonly at: Millis },
): { readonly command: Command; readonly rejection: RejectionName | undefined } {
  if (what === "remove") {
    const command = { type: "remove_key", ...on } as const;
    return { command, rejection: removeKey(naive, command).rejection };
  }
  const command = { type: "restrict_key", ...on, addresses: what === "close" ? "none" : "" } as const;
  return { command, rejection: restrictKey(naive, command).rejection };
}
