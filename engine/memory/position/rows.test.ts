import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { MARGIN_MODES } from "../../base/vocabulary.ts";
import { Accounts } from "../account/accounts.ts";
import { MarginBounds } from "./margin-bounds.ts";
import { Rows } from "./rows.ts";

const place = fc.record({
  account: fc.nat({ max: 3 }),
  market: fc.nat({ max: 65_535 }),
  mode: fc.constantFrom(...MARGIN_MODES),
});

test("an account's rows are ordered by market, cross before isolated, in whatever order they were created", () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), (places) => {
      const accounts = new Accounts(new KeyedHash());
      const rows = new Rows(new MarginBounds());
      for (const { account, market, mode } of places) {
        const row = rows.obtain(accounts, account, market, mode);
        expect(rows.obtain(accounts, account, market, mode)).toBe(row);
        expect(rows.find(account, market, mode)).toBe(row);
      }
      for (const account of [0, 1, 2, 3]) {
        const mine = places.filter((each) => each.account === account);
        const ranks = mine.map(({ market, mode }) => market * 2 + (mode === "ISOLATED" ? 1 : 0));
        const found: number[] = [];
        for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
          found.push(rows.market(row) * 2 + rows.isolated(row));
        }
        expect(found).toEqual([...new Set(ranks)].sort((a, b) => a - b));
      }
    }),
  );
});

test("rows are found again after being read from a snapshot", () => {
  const rows = new Rows(new MarginBounds());
  const row = rows.obtain(new Accounts(new KeyedHash()), 2, 65_535, "ISOLATED");
  const out = new ByteWriter();
  rows.write(out);
  const copy = new Rows(new MarginBounds());
  copy.read(new ByteReader(out.view()));
  copy.index();
  expect([copy.find(2, 65_535, "ISOLATED"), copy.find(2, 65_535, "CROSS")]).toEqual([row, NONE]);
});
