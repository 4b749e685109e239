// The key by which tables are hashed: nothing that is ever reported depends on it.

import { expect, test } from "bun:test";
import { KeyedHash } from "../base/storage/keyed-hash.ts";
import { millis } from "../base/units.ts";
import type { SetHashKey } from "../language/commands/commands.ts";
import { silent } from "../language/events/events.ts";
import { Engine } from "../run/engine.ts";
import { wordsOf } from "../testing/refusal-codes.ts";
import { START } from "../testing/setup.ts";
import { A, SmallExchange, shown } from "../testing/small-exchange.ts";

const KEY = "000102030405060708090a0b0c0d0e0f";
const OTHER = `${"f".repeat(31)}0`;

const setKey = (key: string, at: number = START): SetHashKey => ({ type: "set_hash_key", at: millis(at), key });

/** The offset of the key in a snapshot, after the format and seven counters. */
const KEY_AT = 60;
const KEY_BYTES = 16;

function withoutKey(snapshot: Uint8Array): Buffer {
  return Buffer.from(snapshot).fill(0, KEY_AT, KEY_AT + KEY_BYTES);
}

test("every part of a key matters", () => {
  const hashesBy = (key: string) => {
    const hash = new KeyedHash();
    hash.setKey(key);
    hash.seek(1, "a text");
    return [hash.hash, ...hash.forNumbers];
  };
  const [text, added, factor] = hashesBy(KEY);
  const with1 = (place: number) => hashesBy(`${KEY.slice(0, place)}f${KEY.slice(place + 1)}`);
  expect(with1(0)[0]).not.toBe(text!);
  expect(with1(8)[0]).not.toBe(text!);
  expect(with1(16)[1]).not.toBe(added!);
  expect(with1(24)[2]).not.toBe(factor!);
});

test("a key is 32 hexadecimal digits, and no refusal repeats it", () => {
  const market = new SmallExchange();
  for (const wrong of [
    "",
    "0".repeat(32),
    KEY.slice(1),
    `${KEY}0`,
    KEY.toUpperCase(),
    `${KEY.slice(1)}g`,
    " ".repeat(32),
  ]) {
    expect(shown(market.apply(setKey(wrong)).rejection)).toEqual({
      code: -1005,
      message: "invalid parameter",
      detail: { field: "key" },
    });
    expect(market.engine.isKeyed).toBe(false);
  }
  expect(market.apply(setKey(KEY)).rejection).toBeNull();
});

test("a venue has one key for good, and a restored venue has the same", () => {
  const market = new SmallExchange();
  market.apply(setKey(KEY));
  const snapshot = market.engine.snapshot();
  expect(withoutKey(snapshot)).not.toEqual(Buffer.from(snapshot));
  for (const engine of [market.engine, Engine.restore(snapshot)]) {
    expect(engine.isKeyed).toBe(true);
    const { rejection } = engine.apply(setKey(OTHER), silent);
    expect(wordsOf(rejection)).toBe("the venue has its key already");
  }
});

test("what was indexed without a key is found with it, and can be removed and added to", () => {
  const market = new SmallExchange();
  for (let n = 0; n < 200; n++) market.rest(A, "BUY", 100 + n / 10, 0.1, { clientOrderId: `before-${n}` });
  const terms = { scope: "read", expiration: millis(START), signedAt: millis(START) };
  market.apply({ type: "bind_key", at: START, account: A, key: "ed25519:k", ...terms });
  market.apply(setKey(KEY));
  const { engine } = market;
  market.cancel(A, engine.findOrderByClientId(A, "before-7")!.orderId);
  for (const each of [engine, Engine.restore(engine.snapshot())]) {
    expect(each.findOrderByClientId(A, "before-8")?.clientOrderId).toBe("before-8");
    expect(each.findOrderByClientId(A, "before-7")).toBeUndefined();
    expect(each.findKey(A, "ed25519:k")?.account).toBe(A);
    expect(each.findAccount(each.account(A).accountId)).toBe(A);
    expect(each.bookSide(0, "BUY", 300).length).toBe(199);
    each.audit();
  }
});
