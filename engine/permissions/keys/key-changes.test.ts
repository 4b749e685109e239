// Removing keys, and restricting where they may be used. Interface 4.7.

import { describe, expect, test } from "bun:test";
import { DAY_MS } from "../../base/numbers/calendar.ts";
import { millis } from "../../base/units.ts";
import { UNDATED } from "../../language/commands/account-commands.ts";
import type { BindKey, Command } from "../../language/commands/commands.ts";
import { Engine } from "../../run/engine.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange, shown } from "../../testing/small-exchange.ts";

const KEY = "ed25519:k";
const after = (ms: number) => millis(START + ms);
const bind = (account: number, more: Partial<Omit<BindKey, "type">> = {}): BindKey => {
  const terms = { scope: "read", expiration: after(DAY_MS), signedAt: START, ...more };
  return { type: "bind_key", at: more.at ?? START, account, key: KEY, ...terms };
};
const remove = (account: number, ms: number, key = KEY): Command => ({
  type: "remove_key",
  at: after(ms),
  account,
  key,
});
const restrict = (account: number, addresses: string, ms = 0, key = KEY): Command => ({
  type: "restrict_key",
  at: after(ms),
  account,
  key,
  addresses,
});
const gone = { code: -1006, message: "the key is not bound to this account, or has ended", detail: {} };

describe("a key that is removed", () => {
  test("has ended at that moment, for its account only", () => {
    const market = new SmallExchange();
    market.apply(bind(A));
    market.apply(bind(B));
    expect(market.apply(remove(A, 5)).rejection).toBeNull();
    expect(market.engine.findKey(A, KEY)?.expiration).toBe(after(5));
    expect(market.engine.findKey(B, KEY)?.expiration).toBe(after(DAY_MS));
  });

  test("can't be removed again, nor can one that expired or was never bound", () => {
    const market = new SmallExchange();
    market.apply(bind(A));
    market.apply(bind(A, { key: "short", expiration: after(3) }));
    market.apply(remove(A, 2));
    for (const each of [remove(A, 3), remove(A, 3, "short"), remove(A, 3, "never"), remove(B, 3)]) {
      expect(shown(market.apply(each).rejection)).toEqual(gone);
    }
    expect(market.engine.findKey(A, KEY)?.expiration).toBe(after(2));
    expect(market.apply(remove(9_999, 3)).code).toBe(-1006);
  });

  test("is not bound again by the message that bound it or an older one, only by a later one", () => {
    const market = new SmallExchange();
    market.apply(bind(A, { signedAt: after(1), at: after(1) }));
    market.apply(remove(A, 2));
    for (const signedAt of [after(1), START]) {
      expect(market.apply(bind(A, { signedAt, at: after(3) })).code).toBe(2);
    }
    expect(market.engine.findKey(A, KEY)?.expiration).toBe(after(2));
    expect(market.apply(bind(A, { signedAt: after(2), at: after(3) })).rejection).toBeNull();
    expect(market.engine.findKey(A, KEY)?.expiration).toBe(after(DAY_MS));
  });

  test("is forgotten when no message can bind it again", () => {
    const market = new SmallExchange();
    market.apply(bind(A, { expiration: after(300 * DAY_MS) }));
    market.apply(remove(A, 5));
    const midnight = Math.ceil((START + DAY_MS) / DAY_MS) * DAY_MS;
    market.apply({ type: "tick", at: millis(midnight - 1_000) });
    expect(market.engine.keysOf(A)).toHaveLength(1);
    market.apply({ type: "tick", at: millis(midnight) });
    expect([market.engine.keysOf(A), market.engine.findKey(A, KEY)]).toEqual([[], undefined]);
  });

  test("may have been bound before the time of messages was kept", () => {
    const market = new SmallExchange();
    market.apply(bind(A, { signedAt: millis(UNDATED) }));
    expect(market.apply(remove(A, 5)).rejection).toBeNull();
    expect(market.engine.findKey(A, KEY)?.expiration).toBe(after(5));
  });
});

describe("the addresses from which a key may be used", () => {
  const addressesOf = (engine: Engine) => engine.findKey(A, KEY)?.addresses;

  test("are set for a valid key of the account, and the last setting holds", () => {
    const market = new SmallExchange();
    expect(shown(market.apply(restrict(A, "none")).rejection)).toEqual(gone);
    market.apply(bind(A));
    expect(addressesOf(market.engine)).toBe("");
    for (const addresses of ["192.0.2.0/24,2001:db8::/32", "none", "198.51.100.7", ""]) {
      expect(market.apply(restrict(A, addresses)).rejection).toBeNull();
      expect(addressesOf(market.engine)).toBe(addresses);
      expect(addressesOf(Engine.restore(market.engine.snapshot()))).toBe(addresses);
    }
    expect(market.apply(restrict(B, "none")).code).toBe(-1006);
    market.apply(remove(A, 1));
    expect(market.apply(restrict(A, "none", 2)).code).toBe(-1006);
  });

  test("stay when the key is bound again, and are lifted only when it was removed", () => {
    const market = new SmallExchange();
    market.apply(bind(A, { signedAt: millis(UNDATED) }));
    market.apply(restrict(A, "none"));
    market.apply(bind(A, { signedAt: after(1), at: after(1), scope: "read,trading" }));
    expect(addressesOf(market.engine)).toBe("none");
    market.apply(remove(A, 2));
    market.apply(bind(A, { signedAt: after(3), at: after(3) }));
    expect(addressesOf(market.engine)).toBe("");
  });

  test("are limited to the length of twenty networks", () => {
    const market = new SmallExchange();
    market.apply(bind(A));
    expect(market.apply(restrict(A, "1".repeat(2_048))).rejection).toBeNull();
    expect(shown(market.apply(restrict(A, "1".repeat(2_049))).rejection)).toMatchObject({
      code: -1005,
      detail: { field: "addresses", length: 2_049 },
    });
  });
});

describe("the tag of a key", () => {
  test("is set by a message, and cleared by a later one without it", () => {
    const market = new SmallExchange();
    const tagOf = () => market.engine.findKey(A, KEY)?.tag;
    market.apply(bind(A, { tag: "bot" }));
    // No signature covers the tag, but a message that is sent again can't change it.
    market.apply(bind(A, { tag: "mine", at: after(1) }));
    expect(tagOf()).toBe("bot");
    market.apply(restrict(A, "none", 2));
    expect(market.engine.findKey(A, KEY)).toMatchObject({ tag: "bot", addresses: "none" });
    market.apply(bind(A, { signedAt: after(3), at: after(3) }));
    expect(market.engine.findKey(A, KEY)).toMatchObject({ tag: "", addresses: "none" });
  });
});

describe("the keys of an account", () => {
  const namesOf = (engine: Engine, account: number) => engine.keysOf(account).map(({ key }) => key);

  test("are its own, the last bound first, also after a restart", () => {
    const market = new SmallExchange();
    for (const [i, account] of [A, B, A, B, A, A].entries()) {
      market.apply(bind(account, { key: `k${i}`, signedAt: after(i % 5) }));
    }
    market.apply(remove(A, 9, "k2"));
    for (const engine of [market.engine, Engine.restore(market.engine.snapshot())]) {
      expect([namesOf(engine, A), namesOf(engine, B)]).toEqual([
        ["k4", "k2", "k0", "k5"],
        ["k3", "k1"],
      ]);
    }
    expect(namesOf(market.engine, A + 90)).toEqual([]);
  });

  test("leave their list when they are forgotten, at any place in it", () => {
    const market = new SmallExchange();
    const lasting = [1, 400, 1, 1, 400, 1].map((days) => days * DAY_MS);
    for (const [i, ms] of lasting.entries()) market.apply(bind(A, { key: `k${i}`, expiration: after(ms) }));
    const first = Math.ceil((START + 2 * DAY_MS) / DAY_MS) * DAY_MS;
    market.apply({ type: "tick", at: millis(first - DAY_MS) });
    market.apply({ type: "tick", at: millis(first) });
    expect(namesOf(market.engine, A)).toEqual(["k1", "k4"]);
    // Their rows are reused.
    market.apply(bind(B, { key: "new", at: millis(first), signedAt: millis(first), expiration: millis(first + 5) }));
    expect([namesOf(market.engine, A), namesOf(market.engine, B)]).toEqual([["k1", "k4"], ["new"]]);
  });
});
