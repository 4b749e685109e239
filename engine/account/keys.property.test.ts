// Whatever is bound, forgotten and sent again: the engine, which forgets keys that expired, takes and refuses the same
// messages as one that has kept every message there ever was.

import { expect, test } from "bun:test";
import fc from "fast-check";
import type { BindKey } from "../commands.ts";
import { Engine } from "../engine.ts";
import { silent } from "../events.ts";
import { bindingOf, bindKey } from "../testing/naive/keys.ts";
import { emptyState } from "../testing/naive/state.ts";
import { START } from "../testing/setup.ts";
import { A, B, SmallExchange } from "../testing/small-exchange.ts";
import { millis } from "../units.ts";

const HOUR_MS = 3_600_000;
/** Times meet, and lie within a message's window, days before, or a little ahead. */
const step = fc.record({
  passes: fc.constantFrom(0, 1, HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS),
  account: fc.constantFrom(A, B),
  key: fc.constantFrom("ed25519:k", "ed25519:l"),
  scope: fc.constantFrom("read", "read,trading"),
  signed: fc.constantFrom(0, 1, -1, 600_000, -600_000, -23 * HOUR_MS, -24 * HOUR_MS, -72 * HOUR_MS),
  lasts: fc.constantFrom(0, 1, HOUR_MS, 30 * HOUR_MS, 900 * HOUR_MS),
  again: fc.option(fc.nat(20), { nil: undefined }),
  restores: fc.boolean(),
});

test("a key that was forgotten is as if it had not been: what it takes and refuses stays the same", () => {
  const opened = new SmallExchange().engine.snapshot();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      let engine = Engine.restore(opened);
      const naive = emptyState();
      const sent: BindKey[] = [];
      let at = START as number;
      for (const { passes, account, key, scope, signed, lasts, again, restores } of steps) {
        at += passes;
        engine.apply({ type: "tick", at: millis(at) }, silent);
        if (restores) engine = Engine.restore(engine.snapshot());
        const signedAt = millis(at + signed);
        const anew = { account, key, scope, signedAt, expiration: millis(signedAt + lasts) };
        const command: BindKey = { type: "bind_key", ...(sent[again ?? -1] ?? anew), at: millis(at) };
        sent.push(command);
        naive.now = at;
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
      }
    }),
    { numRuns: 150 },
  );
});
