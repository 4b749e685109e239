import { describe, expect, test } from "bun:test";
import { zeroAddress } from "viem";
import { type CustodyTerms, dangersOfTerms, dangersOfVault, separatorOf } from "./custody-safety.ts";
import type { VaultFacts } from "./vault-facts.ts";

const address = (digit: string) => `0x${digit.repeat(40)}` as const;
const TEST_KEY = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

const TERMS: CustodyTerms = {
  nodes: ["https://a.example", "https://b.example", "https://c.example"],
  chainId: 196,
  vault: address("1"),
  confirmations: 12,
  withdrawDomainName: "SVC",
  withdrawFee: 1_000_000,
  brokers: ["demo"],
  operator: address("a"),
  ...{ signerUrl: null, signerProof: null },
};

const FACTS: VaultFacts = {
  chainId: 196,
  owner: address("c"),
  pendingOwner: zeroAddress,
  operator: address("a"),
  guardian: address("b"),
  timelock: {
    delaySeconds: 172_800n,
    powers: [],
    council: {
      admins: [address("3"), address("4")],
      cancellers: [address("5"), address("6"), address("7")],
      cancelQuorum: 2,
    },
  },
  attesters: [address("8"), address("9")],
  attesterThreshold: 2,
  queueDelaySeconds: 86_400n,
  domainSeparator: separatorOf("SVC", 196),
  isPaused: false,
  token: {
    address: address("2"),
    decimals: 6,
    balance: 50_000_000_000_000n,
    booked: 50_000_000_000_000n,
    perWithdrawal: 100_000_000_000n,
    perDay: 1_000_000_000_000n,
    perAccountDay: 250_000_000_000n,
    counted: 0n,
    maxWithdrawFee: 10_000_000n,
  },
  unknownBrokers: [],
};

/** Each danger as `stops: …` or `says: …`. */
function dangersOf(terms: Partial<CustodyTerms>, facts?: Partial<VaultFacts> | null): string[] {
  const all = { ...TERMS, ...terms };
  const dangers = facts === undefined ? dangersOfTerms(all) : dangersOfVault(all, facts && { ...FACTS, ...facts });
  return dangers.map(({ stops, text }) => `${stops ? "stops" : "says"}: ${text}`);
}

test("a timelock with three separate keys, caps and several nodes is no danger", () => {
  expect(dangersOf({})).toEqual([]);
  expect(dangersOf({}, {})).toEqual([]);
  // With zero caps nothing leaves at once: as safe as can be.
  expect(dangersOf({}, { token: { ...FACTS.token!, perDay: 0n, perWithdrawal: 0n } })).toEqual([]);
});

test("the domain separator is that of the specification's vector", () => {
  expect(separatorOf("SVC", 196)).toBe("0x25b408bf958c23d8688605a21e498b4eeea9ee4158a5e90472f58095ed105b19");
});

test("a bearer token is sent over TLS, or stays on the machine", () => {
  expect(dangersOf({ signerUrl: "http://10.0.0.9:9000", signerProof: "bearer" })).toEqual([
    expect.stringContaining("says: 10.0.0.9:9000 is asked without encryption"),
    expect.stringContaining("stops: 10.0.0.9:9000 is sent a bearer token without encryption"),
  ]);
  expect(dangersOf({ signerUrl: "https://signer.example", signerProof: "bearer" })).toEqual([]);
});

describe("dangers in the configuration", () => {
  const cases: readonly (readonly [string, Partial<CustodyTerms>, string])[] = [
    ["a local node", { nodes: "local" }, "stops: chain.rpc is local"],
    ["one node", { nodes: ["https://a.example"] }, "says: chain.rpc has one node"],
    [
      "a node over plain HTTP",
      { nodes: ["http://a.example/x", "https://b.example"] },
      "says: a.example is asked without",
    ],
    [
      "a remote signer over plain HTTP",
      { signerUrl: "http://10.0.0.9:9000", signerProof: "hmac" },
      "says: 10.0.0.9:9000 is asked without",
    ],
    [
      "a remote signer that does not ask who",
      { signerUrl: "http://localhost:9000" },
      "says: localhost:9000 signs without knowing who asks",
    ],
    ["no confirmations", { confirmations: 0 }, "stops: chain.confirmations is 0"],
    ["no vault", { vault: null }, "stops: chain.vault is not set"],
    ["a publicly known key", { operator: TEST_KEY }, "stops: the operator's key is a known test key"],
  ];
  test.each(cases)("%s is named", (_, change, expected) => {
    const [only, ...others] = dangersOf(change);
    expect(only).toStartWith(expected);
    expect(others).toEqual([]);
  });

  test("a signer on this machine needs no encryption", () => {
    for (const signerUrl of ["http://127.0.0.1:9000", "http://localhost:9000", "http://[::1]:9000"]) {
      for (const signerProof of ["hmac", "bearer"] as const) expect(dangersOf({ signerUrl, signerProof })).toEqual([]);
    }
  });
});

describe("dangers of the vault", () => {
  const token = (change: Partial<NonNullable<VaultFacts["token"]>>) => ({ token: { ...FACTS.token!, ...change } });
  const council = (change: object) => ({
    timelock: { ...FACTS.timelock!, council: { ...FACTS.timelock!.council!, ...change } },
  });
  const cases: readonly (readonly [string, Partial<VaultFacts> | null, string])[] = [
    ["that is none", null, "stops: there is no vault at 0x1111"],
    ["an operator that owns it", { owner: address("a") }, "stops: the vault's operator is its owner"],
    ["no guardian", { guardian: zeroAddress }, "stops: the vault has no guardian"],
    ["an operator that guards", { guardian: address("a") }, "stops: the vault's guardian is its operator"],
    ["an owner that guards", { guardian: address("c") }, "stops: the vault's guardian is its owner"],
    [
      "a guardian's key that is publicly known",
      { guardian: TEST_KEY },
      "stops: the vault's guardian is a known test key",
    ],
    ["an owner's key that is publicly known", { owner: TEST_KEY }, "stops: the vault's owner is a known test key"],
    ["another operator", { operator: address("d") }, "stops: the operator's key is that of 0xaaaa"],
    ["an owner that decides at once", { timelock: null }, "stops: the vault's owner 0xcccc"],
    [
      "a short timelock",
      { timelock: { ...FACTS.timelock!, delaySeconds: 86_399n } },
      "stops: the timelock of the vault waits 86399 s",
    ],
    [
      "a proposing operator",
      { timelock: { ...FACTS.timelock!, powers: [{ role: "operator", power: "proposer" }] } },
      "stops: the vault's operator is proposer of its timelock",
    ],
    ["a timelock of another kind", { timelock: { ...FACTS.timelock!, council: null } }, "stops: the timelock 0xcccc"],
    ["one admin", council({ admins: [address("3")] }), "stops: the timelock has 1 admin"],
    [
      "an admin who cancels",
      council({ cancellers: [address("3"), address("6"), address("7")] }),
      `stops: ${address("3")} is admin and canceller`,
    ],
    ["a canceller who stops the others", council({ cancelQuorum: 1 }), "stops: one canceller alone can stop"],
    ["cancellers who need each other", council({ cancelQuorum: 3 }), "stops: 3 of 3 cancellers have to agree"],
    [
      "a canceller's key that is publicly known",
      council({ cancellers: [TEST_KEY, address("6"), address("7")] }),
      `stops: ${TEST_KEY} of the timelock is a known test key`,
    ],
    [
      "a cap of a day for one account",
      token({ perAccountDay: 1_000_000_000_000n }),
      "says: one account alone can use up",
    ],
    ["a handing over", { pendingOwner: address("d") }, "says: the vault is about to be handed over to 0xdddd"],
    ["no collateral", { token: null }, "stops: the vault takes no USDC"],
    ["a token with other decimals", token({ decimals: 18 }), "stops: the vault's USDC has 18 decimals"],
    [
      "no cap for a withdrawal",
      token({ perWithdrawal: 2n ** 128n - 1n }),
      "stops: the vault has no cap for a withdrawal",
    ],
    ["no cap for a day", token({ perDay: 2n ** 128n - 1n }), "stops: the vault has no cap for a day"],
    ["a cap of everything", token({ balance: 1_000_000_000_000n }), "says: within a day 1,000,000 USDC may leave"],
    [
      "a fee above the vault's",
      token({ maxWithdrawFee: 999_999n }),
      "stops: chain.withdraw_fee is 1 USDC, and the vault takes at most 0.999999: it would pay no withdrawal",
    ],
    ["any fee", token({ maxWithdrawFee: 0n }), "says: the vault has no cap for the fee"],
    ["a queue that does not wait", { queueDelaySeconds: 3_599n }, "stops: what is above the cap is paid after 3599 s"],
    ["a short queue", { queueDelaySeconds: 3_600n }, "says: what is above the cap is paid after 3600 s"],
    ["another chain", { chainId: 1 }, "stops: the vault is on chain 1; chain.id is 196"],
    ["another domain", { domainSeparator: separatorOf("svc", 196) }, "stops: the vault takes no signature under"],
    ["an unknown builder", { unknownBrokers: ["demo"] }, 'says: the vault does not know the builder "demo"'],
  ];
  test.each(cases)("%s is named", (_, change, expected) => {
    const found = dangersOf({ operator: TERMS.operator }, change);
    expect(found.filter((each) => each.startsWith(expected))).toHaveLength(1);
  });

  test("an operator that owns the vault and has no timelock has each danger named", () => {
    expect(dangersOf({}, { owner: address("a"), guardian: address("a"), timelock: null })).toHaveLength(4);
  });
});
