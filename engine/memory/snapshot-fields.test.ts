// Everything that the state keeps outside tables of numbers survives its bytes, field by field: each field has its own value
// here, different from its initial one. A field that is neither written nor read would show nowhere else. The bytes
// belong to the format number in snapshot.ts: a change of them needs a new number.

import { expect, test } from "bun:test";
import { ByteReader, type ByteSource, ByteWriter } from "../base/storage/bytes.ts";
import { sha256 } from "../base/storage/sha256.ts";
import { feeE5, lots, micros, millis, ratioE10, ticks } from "../base/units.ts";
import type { TransferredPosition } from "../language/offered-positions.ts";
import { rejection } from "../language/rejections.ts";
import { START } from "../testing/setup.ts";
import { REMEMBERED_MS, SignedRequests } from "./account/signed-requests.ts";
import { readTree, writeTree } from "./algo-order/algo-bytes.ts";
import type { AlgoOrder } from "./algo-order/algo-order.ts";
import { FeesState } from "./business/fees-state.ts";
import { FundsState } from "./business/funds-state.ts";
import { type Vault, Vaults } from "./business/vaults.ts";
import { Liquidations } from "./liquidation/liquidations.ts";
import { MarginWarnings } from "./liquidation/margin-warnings.ts";
import { VenueState } from "./market/venue-state.ts";
import { FORMAT, readSnapshot, readSnapshotFrom, writeSnapshot } from "./snapshot.ts";
import { type Broker, State } from "./state.ts";

interface Part {
  write(out: ByteWriter): void;
  read(input: ByteReader): void;
}

/** The first digits of the SHA-256 of bytes. */
function hashOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, 8);
}

/** `copy` reads all that `part` has written, and would write the same. */
function carry<Of extends Part>(part: Of, copy: Of, hash: string): Of {
  const out = new ByteWriter();
  part.write(out);
  expect(hashOf(out.view())).toBe(hash);
  const input = new ByteReader(out.view().slice());
  input.format = FORMAT;
  copy.read(input);
  expect(input.done).toBe(true);
  const again = new ByteWriter();
  copy.write(again);
  expect(again.view()).toEqual(out.view());
  return copy;
}

test("fee tags, referral codes, affiliates and their accruals", () => {
  const fees = new FeesState();
  fees.lastDistributionId = 1;
  fees.addTag({
    broker: 2,
    enumId: "enum",
    name: "name",
    description: "description",
    active: true,
    rate: feeE5(3),
    overrides: [{ market: 4, rate: feeE5(5) }],
    createdAt: millis(6),
    updatedAt: millis(7),
    orders: 8,
    volume: 9,
    fees: 10,
  });
  fees.addCode({ broker: 11, account: 12, code: "CODE", maxRebate: 13, referrerShare: 14, refereeShare: 15 });
  fees.affiliates.set(16, { rate: 17, parent: 18 });
  Object.assign(fees.accrualOf(19, 20), { fees: 21, revenue: 22 });
  for (const [account, code] of [
    [3, 21],
    [19, 5],
  ] as const) {
    fees.accrualOf(account, code);
  }
  // Sorted by account, then by code, whatever the order of insertion.
  expect(fees.accruals().map(({ account, code }) => [account, code])).toEqual([
    [3, 21],
    [19, 5],
    [19, 20],
  ]);
  const copy = carry(fees, new FeesState(), "56d2feea");
  expect([copy.lastDistributionId, copy.tags, copy.codes, copy.affiliates, copy.accruals()]).toEqual([
    fees.lastDistributionId,
    fees.tags,
    fees.codes,
    fees.affiliates,
    fees.accruals(),
  ]);
  expect([copy.findTag(2, "enum"), copy.findCode("CODE")]).toEqual([0, 0]);
});

test("open withdrawals, parked deposits and the last ids", () => {
  const funds = new FundsState();
  Object.assign(funds, { lastWithdrawalId: 1, lastSettlementId: 2, lastTransferId: 3, lastTransferRequestId: 4 });
  funds.withdrawals.set(5, {
    withdrawalId: 5,
    account: 6,
    amount: micros(7),
    fee: micros(8),
    nonce: 9,
    chainId: 10,
    createdAt: millis(11),
    receiver: "receiver",
    state: "PROCESSING",
    transaction: "transaction",
    proof: { signature: "signature", signedAt: 13, signer: "signer" },
    transactions: [{ transaction: "transaction", raw: "raw", sender: "sender", chainNonce: 14 }],
    attempts: 15,
  });
  const onChain = {
    key: "key",
    reference: "its reference",
    source: "receiver",
    chainId: 16,
    transaction: "seen",
  } as const;
  const pending = { ...onChain, account: 17, amount: micros(18), state: "PROCESSED", createdAt: millis(19) } as const;
  funds.pending.set("key", pending);
  funds.chainNonces.set("sender", 20);
  Object.assign(funds, { chainCustody: 21, withdrawalsPaused: true });
  for (const account of [23, 22]) funds.openedByDeposit.add(account);
  funds.parked.set("reference", { reference: "reference", accountId: "id", amount: micros(12), reason: "reason" });
  expect(carry(funds, new FundsState(), "6dabed79")).toEqual(funds);
});

test("answered signed requests, and the latest signed time of those forgotten", () => {
  const requests = new SignedRequests();
  const common = { account: 7, at: START, rejection: null, created: 8, transferred: [] };
  for (const signedAt of [1, 2, 3]) {
    requests.remember(5, { ...common, digest: `digest ${signedAt}`, signedAt: millis(signedAt) });
  }
  requests.forget(4, millis(START + REMEMBERED_MS));
  const refused = rejection("amount_error", { amount: "1", withdrawable: 0 });
  const position: TransferredPosition = {
    market: 9,
    marginMode: "ISOLATED",
    quantity: lots(10),
    totalQuantity: lots(11),
    price: ticks(12),
    costTransfer: micros(13),
    liquidatorFeeRate: ratioE10(14),
    insuranceFeeRate: ratioE10(15),
    liquidatorFee: micros(16),
    insuranceFee: micros(17),
    realizedPnl: micros(18),
  };
  const at = millis(START + REMEMBERED_MS);
  const answered = {
    ...common,
    at,
    digest: "digest",
    signedAt: millis(4),
    rejection: refused,
    transferred: [position],
  };
  requests.remember(5, answered);
  requests.remember(4, { ...answered, rejection: null });
  const copy = carry(requests, new SignedRequests(), "846d8826");
  expect(copy).toEqual(requests);
  expect(copy.find(5, "digest")).toEqual(answered);
  expect([3, 4].map((signedAt) => copy.mayBeForgotten(5, { digest: "", signedAt: millis(signedAt) }))).toEqual([
    true,
    false,
  ]);
});

test("open liquidations, their offers, and the fund's positions for sale", () => {
  const liquidations = new Liquidations();
  liquidations.lastId = 9;
  const offer = { liquidationId: 3, startedAt: 4, changedAt: 5, rows: [6, 7], quantities: [-8, 9], waiting: [10] };
  liquidations.setOffers(liquidations.begin(-2), [offer]);
  liquidations.begin(1);
  liquidations.fundClaims.set(10, {
    market: 10,
    liquidationId: 11,
    quantity: -12,
    startedAt: 13,
    changedAt: 14,
    claimedAt: 15,
  });
  liquidations.purses.set(10, -16);
  liquidations.purses.set(2, 17);
  const warnings = new MarginWarnings();
  warnings.next = 7;
  for (const subject of [3, -9, 5]) warnings.warned.add(subject);
  const again = carry(warnings, new MarginWarnings(), "f8842589");
  expect([again.next, [...again.warned]]).toEqual([7, [-9, 3, 5]]);
  const copy = carry(liquidations, new Liquidations(), "15338ace");
  expect([copy.lastId, copy.open, copy.fundClaims]).toEqual([9, liquidations.open, liquidations.fundClaims]);
  expect(copy.purses.markets.map((market) => [market, copy.purses.of(market)])).toEqual([
    [2, 17],
    [10, -16],
  ]);
  expect([copy.findOffer(3), copy.findFundClaim(11)?.market]).toEqual([offer, 10]);
});

test("vaults, their holders and the waiting requests", () => {
  const vaults = new Vaults();
  vaults.lastOperationId = 1;
  const vault: Vault = {
    vaultId: "id",
    name: "name",
    provider: 2,
    fund: 3,
    cash: 4,
    kind: "permissionless",
    performanceFeePercent: 5,
    createdAt: 6,
    address: "address",
    description: "description",
    providerName: "provider",
    state: "live",
    period: 7,
    nextPeriodAt: 8,
    mainPrice: 9,
    strategyPrice: 10,
    highWaterMark: 11,
    mainShares: 12,
    vaultStrategyShares: 13,
    providerStrategyShares: 14,
    providerQueued: 15,
    gateTriggered: true,
    holders: new Map([[16, { free: 17, queued: 18, lots: [{ shares: 19, availableAt: 20 }] }]]),
    queue: [{ operation: "SP_DEPOSIT", operationId: 21, account: 22, amount: 23, at: 24, left: 25, due: 26, paid: 27 }],
  };
  vaults.add(vault);
  vaults.usedNonces.use({ value: 28, issuedAt: START }, START);
  const copy = carry(vaults, new Vaults(), "bc6b6b2d");
  expect([copy.lastOperationId, copy.list(), copy.ofFund(3)]).toEqual([1, [vault], vault]);
  expect([copy.findByAddress("address"), copy.usedNonces]).toEqual([vault, vaults.usedNonces]);
});

test("maintenance and halts of the whole venue", () => {
  const venue = new VenueState();
  Object.assign(venue, {
    phase: "grace",
    startAt: 1,
    endAt: 2,
    message: "message",
    halted: true,
    haltReason: "reason",
    clockHalt: true,
    solvencyHalt: true,
    resumesAt: 3,
  });
  venue.cancelsAtMaintenance.add(4);
  expect(carry(venue, new VenueState(), "01dc604e")).toEqual(venue);
});

test("an algo order with everything below it", () => {
  const order = (more: Partial<AlgoOrder>): AlgoOrder => ({
    id: 1,
    account: 2,
    market: 3,
    marginMode: "ISOLATED",
    algoType: "STOP_LOSS",
    side: "SELL",
    orderType: "CLOSE_POSITION",
    clientOrderId: "client",
    tag: "tag",
    reduceOnly: true,
    visible: true,
    createdAt: millis(4),
    rising: true,
    parent: null,
    children: [],
    quantity: lots(5),
    price: ticks(6),
    triggerPrice: ticks(7),
    activatedPrice: ticks(8),
    callbackRate: 9,
    callbackValue: ticks(10),
    extremePrice: ticks(11),
    isActivated: true,
    isTriggered: true,
    triggerStatus: "FAIL",
    triggerTradePrice: ticks(12),
    triggerTime: millis(13),
    status: "FILLED",
    orderId: 14,
    executed: lots(15),
    executedNotional: micros(16),
    totalFee: micros(17),
    totalRealizedPnl: micros(18),
    updatedAt: millis(19),
    earlier: null,
    ...more,
  });
  const root = order({});
  root.children.push(order({ id: 20, parent: root }));
  const out = new ByteWriter();
  writeTree(out, root);
  expect(hashOf(out.view())).toBe("acdae8c4");
  const input = new ByteReader(out.view());
  expect(readTree(input, null)).toEqual(root);
  expect(input.done).toBe(true);
});

/** A state with a builder, and a different number in every counter. */
function counted(): { state: State; broker: Broker } {
  const state = new State();
  Object.assign(state, { now: 1, commandCount: 2, lastOrderId: 3, lastTradeId: 4, lastMatchId: 5, custody: 6 });
  state.lastTick = 7;
  const broker: Broker = {
    id: "builder",
    feeAccount: 1,
    takerFee: feeE5(2),
    makerFee: feeE5(3),
    tier: 4,
    minimumTier: 5,
    volumeThisMonth: 6,
    volumeLastMonth: 7,
    firstAccount: 8,
    transfersFreely: true,
    affiliatesEarnOnFees: true,
  };
  state.brokers.push(broker);
  return { state, broker };
}

test("the counters of the state, and its builders", () => {
  const { state, broker } = counted();
  const copy = readSnapshot(writeSnapshot(state).slice());
  const { now, commandCount, lastOrderId, lastTradeId, lastMatchId, custody, lastTick } = copy;
  expect([now, commandCount, lastOrderId, lastTradeId, lastMatchId, custody, lastTick] as number[]).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(copy.brokers).toEqual([broker]);
});

test("a snapshot can also be read piece by piece, by the reader of its format", () => {
  const bytes = writeSnapshot(counted().state).slice();
  /** Gives a few bytes at a time, and notes when everything was read. */
  const sourceOf = (from: Uint8Array): ByteSource & { finished: boolean } => {
    let at = 0;
    return {
      finished: false,
      read(into) {
        const piece = from.subarray(at, at + into.length);
        into.set(piece);
        at += piece.length;
        return piece.length;
      },
      finish() {
        this.finished = true;
      },
    };
  };
  const source = sourceOf(bytes);
  expect(writeSnapshot(readSnapshotFrom(source)!)).toEqual(bytes);
  expect(source.finished).toBe(true);

  const formatted = (format: number) => Uint8Array.from([format, ...bytes.subarray(1)]);
  const unread = sourceOf(formatted(1));
  expect([readSnapshotFrom(unread), unread.finished]).toEqual([null, false]);
  expect(() => readSnapshotFrom(sourceOf(formatted(FORMAT + 1)))).toThrow(
    `the state was written by a newer Evermark (format ${FORMAT + 1}; this one knows up to ${FORMAT}): ` +
      "start the newer one, or restore a copy from before the upgrade",
  );
  // As after a change of the layout: each format has its reader.
  const ofFormer = new State();
  const readers = new Map([
    [FORMAT - 1, () => ofFormer],
    [FORMAT, () => new State()],
  ]);
  expect(readSnapshotFrom(sourceOf(formatted(FORMAT - 1)), readers)).toBe(ofFormer);
});
