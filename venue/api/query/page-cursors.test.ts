import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Cursors } from "./page-cursors.ts";

const request = { address: "0x01", limit: 5 };
const cursors = new Cursors("trades", request);
const place = { last_ts: 5, last_id: 7 };
const NAMES = ["last_ts", "last_id"] as const;
const REFUSED = "cursor is not one that this question was given";

describe("a cursor", () => {
  test("shows its own query where to continue", () => {
    const cursor = cursors.write(place);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(new Cursors("trades", { limit: 5, address: "0x01", cursor }).read(NAMES)).toEqual(place);
    expect(cursors.read(NAMES)).toBeUndefined();
  });

  test("is refused by every other query", () => {
    const cursor = cursors.write(place);
    for (const other of [
      { ...request, limit: 6 },
      { ...request, address: "0x02" },
      { limit: 5 },
      { ...request, x: 1 },
    ]) {
      expect(() => new Cursors("trades", { ...other, cursor }).read(NAMES)).toThrow(REFUSED);
    }
    expect(() => new Cursors("fundingPayments", { ...request, cursor }).read(NAMES)).toThrow(REFUSED);
    expect(() => new Cursors("trades", { ...request, cursor }).read(["last_ts"])).toThrow(REFUSED);
  });

  test("is refused when its place was changed", () => {
    const { h, t } = JSON.parse(Buffer.from(cursors.write(place), "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ t, h, ...place, last_id: 8 })).toString("base64url");
    expect(() => new Cursors("trades", { ...request, cursor: forged }).read(NAMES)).toThrow(REFUSED);
  });

  test("is refused when it is anything else", () => {
    const any = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString("base64url")),
    );
    fc.assert(
      fc.property(any, (cursor) => {
        expect(() => new Cursors("trades", { ...request, cursor }).read(NAMES)).toThrow(REFUSED);
      }),
    );
  });
});
