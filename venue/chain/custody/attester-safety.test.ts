import { expect, test } from "bun:test";
import { type AttesterTerms, dangersOfAttesters, dangersOfAttesterTerms } from "./attester-safety.ts";
import type { CustodyDanger } from "./custody-safety.ts";

const address = (digit: string) => `0x${digit.repeat(40)}` as const;
const TEST_KEY = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const TERMS: AttesterTerms = { isOneKey: false, hasDoor: true, operator: address("a") };
const FACTS = {
  operator: address("a"),
  guardian: address("b"),
  attesters: [address("1"), address("2"), address("3")],
  attesterThreshold: 2,
};

const saidOf = (dangers: readonly CustodyDanger[]) =>
  dangers.map(({ stops, text }) => `${stops ? "stops" : "says"}: ${text}`);
const vaultDangers = (facts: Partial<typeof FACTS>, terms: Partial<AttesterTerms> = {}) =>
  saidOf(dangersOfAttesters({ ...TERMS, ...terms }, { ...FACTS, ...facts }));

test("two of three attesters on separate machines are no danger", () => {
  expect(dangersOfAttesterTerms(TERMS)).toEqual([]);
  expect(vaultDangers({})).toEqual([]);
});

test("a venue without a door for attesters would pay nothing, so it does not start; without a key it needs no door", () => {
  const [danger] = saidOf(dangersOfAttesterTerms({ ...TERMS, hasDoor: false }));
  expect(danger).toStartWith("stops: attesters.port is off");
  expect(dangersOfAttesterTerms({ ...TERMS, hasDoor: false, operator: null })).toEqual([]);
});

test("one key is enough only where the configuration says so, which is then logged", () => {
  const [danger] = vaultDangers({ attesterThreshold: 1 });
  expect(danger).toStartWith("stops: the vault pays what 1 attester has signed");
  expect(vaultDangers({ attesterThreshold: 1, attesters: [address("a")] }, { isOneKey: true })).toEqual([]);
  const [said] = saidOf(dangersOfAttesterTerms({ ...TERMS, isOneKey: true, hasDoor: false }));
  expect(said).toStartWith("says: chain.one_key is true");
});

test("an attester's key that has another role, or is public, is named", () => {
  const own = vaultDangers({ attesters: [address("1"), address("2"), address("a")] });
  expect(own[0]).toStartWith(`stops: the vault's operator is one of its attesters (${address("a")})`);
  const guardian = vaultDangers({ attesters: [address("1"), address("2"), address("b")] });
  expect(guardian[0]).toStartWith("says: the vault's guardian is one of its attesters");
  const known = vaultDangers({ attesters: [address("1"), address("2"), TEST_KEY] } as never);
  expect(known[0]).toStartWith(`stops: the vault's attester ${TEST_KEY} is a known test key`);
});

test("where all attesters have to sign, a warning says that the loss of one stops payments", () => {
  const [danger] = vaultDangers({ attesterThreshold: 3 });
  expect(danger).toStartWith("says: all 3 attesters have to sign");
});
