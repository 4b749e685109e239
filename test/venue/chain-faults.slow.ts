// What a chain and a disk can do to a whole venue while money is on its way, with a real node that dies, forgets,
// replaces blocks and loses transactions. After each fault, every deposit is credited once, every withdrawal is paid
// once or given back, and ledger and vault are equal to the last micro (test/money/money-world.ts).

import { afterAll, beforeAll, expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { CONFIRMATIONS } from "../money/chain-faults.ts";
import { MoneyWorld } from "../money/money-world.ts";
import { asksFor, FINAL, isSent, reaches } from "../money/stories.ts";
import { expectOneTruth } from "../witness/proven-directory.ts";
import { canMount, smallFileSystem } from "../witness/small-file-system.ts";
import { accepted, type Trader } from "./outside/trader.ts";

const temporary = temporaryDirectory();
let world: MoneyWorld;
let trader: Trader;

beforeAll(async () => {
  world = await MoneyWorld.begin(temporary.path);
  await world.startVenue();
  trader = await world.newTrader();
  await credited(100_000_000n);
});
afterAll(async () => {
  expect(await world.process.terminate()).toEqual({ code: 0, signal: null });
  expectOneTruth(temporary.path);
  await world.end();
  temporary[Symbol.dispose]();
});

async function credited(amount: bigint): Promise<void> {
  await world.deposit(trader.wallet.address, amount);
  await world.mine(FINAL);
  expect(await reaches(world, trader, "DEPOSIT", "COMPLETED")).toBe(true);
}

/** Requests a withdrawal. @returns the bytes of the transaction that is to pay it */
async function sent(amount: bigint) {
  expect(await asksFor(world, trader, amount)).toBe(true);
  expect(await isSent(world)).toBe(true);
  return operatorsUnmined();
}

const operator = () => world.chain.operator.account.address;

async function operatorsUnmined() {
  const [raw] = await world.faults.unmined(operator());
  return raw!;
}

async function paid(): Promise<void> {
  await world.mine(FINAL);
  expect(await reaches(world, trader, "WITHDRAW", "COMPLETED")).toBe(true);
  await world.settled();
}

test("a node that dies in the middle of a deposit", async () => {
  await world.deposit(trader.wallet.address, 3_000_000n);
  await world.mine();
  expect(await reaches(world, trader, "DEPOSIT", "PENDING")).toBe(true);
  await world.faults.restart();
  await world.mine(CONFIRMATIONS);
  expect(await reaches(world, trader, "DEPOSIT", "COMPLETED")).toBe(true);
  await world.settled();
});

test("a node that dies between a payment's broadcast and its receipt: the same bytes are sent again", async () => {
  const bytes = await sent(2_000_000n);
  const start = await world.faults.killNode();
  // This withdrawal is accepted without a node, and waits.
  expect(await asksFor(world, trader, 3_000_000n)).toBe(true);
  await start();
  expect(await isSent(world)).toBe(true);
  expect(await operatorsUnmined()).toBe(bytes);
  await world.settled();
});

test("a node that comes back without its newest blocks: what they paid and credited is not doubled", async () => {
  await world.mine(2);
  const bytes = await sent(2_000_000n);
  await world.deposit(trader.wallet.address, 4_000_000n);
  await world.faults.saveState();
  await world.mine();
  expect(await reaches(world, trader, "DEPOSIT", "PENDING")).toBe(true);
  await world.faults.restart({ forgets: true });
  expect(await isSent(world)).toBe(true);
  expect(await operatorsUnmined()).toBe(bytes);
  // The deposit's transaction was not sent again, so it fails.
  const fails = async () => {
    await world.mine();
    return (await world.lastState(trader, "DEPOSIT")) === "FAILED";
  };
  expect(await world.until(fails)).toBe(true);
  await world.settled();
});

test("a node that has forgotten everything: the venue reports it, money waits, and payments resume on the original chain", async () => {
  await world.mine(3);
  const start = await world.faults.killNode();
  expect(await world.until(async () => (await troubleOf()).includes("can't be read"))).toBe(true);
  await world.chain.startNode(null);
  await world.mine(2);
  expect(await world.until(async () => (await troubleOf()).includes("forgotten its state"))).toBe(true);
  expect(await asksFor(world, trader, 2_000_000n)).toBe(true);
  // Trading is not affected.
  expect((await fetch(`${world.url}/ready`)).status).toBe(200);
  accepted(await trader.order({ order_price: 50_000, order_quantity: 0.001 }));
  await world.chain.killNode();
  await start();
  expect(await isSent(world)).toBe(true);
  await paid();
});

test("a payment that all nodes have lost is sent again, and the same bytes are mined", async () => {
  const bytes = await sent(2_000_000n);
  expect(await world.faults.drop(operator())).toBe(1);
  expect(await isSent(world)).toBe(true);
  expect(await operatorsUnmined()).toBe(bytes);
  await paid();
});

test("a payment that is stuck below the base fee is replaced at a higher price, and paid once", async () => {
  const bytes = await sent(2_000_000n);
  const { mined: before } = await world.operatorNumbers();
  const isMined = async () => {
    await world.faults.mineDear();
    return (await world.operatorNumbers()).mined > before;
  };
  expect(await world.until(isMined)).toBe(true);
  await paid();
  const hash = (await world.rowsOf(trader)).find(({ side }) => side === "WITHDRAW")!.tx_id;
  expect(await world.faults.raw(hash as `0x${string}`)).not.toBe(bytes);
});

test("a deposit and a payment whose block is replaced: what is mined again counts once", async () => {
  for (const comesAgain of [true, false]) {
    await world.mine(2);
    const payment = await sent(2_000_000n);
    const deposit = await world.faults.raw(await world.deposit(trader.wallet.address, 5_000_000n));
    await world.mine();
    expect(await reaches(world, trader, "DEPOSIT", "PENDING")).toBe(true);
    await world.faults.reorganise(1);
    if (comesAgain) await world.chain.control.sendRawTransaction({ serializedTransaction: deposit! });
    expect(await isSent(world)).toBe(true);
    expect(await operatorsUnmined()).toBe(payment);
    const end = comesAgain ? "COMPLETED" : "FAILED";
    const ends = async () => {
      await world.mine();
      return (await world.lastState(trader, "DEPOSIT")) === end;
    };
    expect(await world.until(ends)).toBe(true);
    await world.settled();
  }
});

if (canMount()) {
  test("a disk that fills up meanwhile: nothing is credited or sent that is not in the journal", async () => {
    using disk = smallFileSystem();
    const small = await MoneyWorld.begin(disk.dataDirectory);
    try {
      await small.startVenue();
      const { wallet } = await small.newTrader();
      await small.deposit(wallet.address, 50_000_000n);
      await small.mine(FINAL);
      const [owner] = small.traders as [Trader];
      expect(await reaches(small, owner, "DEPOSIT", "COMPLETED")).toBe(true);

      // Accepted while there is no node to send to, so that the payment would be recorded when the disk is full.
      const start = await small.faults.killNode();
      expect(await asksFor(small, owner, 20_000_000n)).toBe(true);
      disk.fill();
      expect(await small.until(() => takesNothing(owner))).toBe(true);
      await start();
      await small.deposit(wallet.address, 7_000_000n);
      await small.mine(FINAL);
      const readsAgain = async () => {
        const { reasons } = (await (await fetch(`${small.url}/health`)).json()) as { reasons: Record<string, string> };
        return reasons.journal !== undefined && reasons.chain === undefined;
      };
      expect(await small.until(readsAgain)).toBe(true);
      expect(await small.faults.unmined(small.chain.operator.account.address)).toEqual([]);
      await small.process.kill();
      disk.makeRoom();
      await small.startVenue();
      await small.settled();
      expect((await small.truth()).payouts).toHaveLength(1);

      // Sent, and the disk full before the chain has paid: the payment is booked when there is room again.
      const [again] = small.traders as [Trader];
      expect(await asksFor(small, again, 3_000_000n)).toBe(true);
      expect(await isSent(small)).toBe(true);
      disk.fill();
      await small.deposit(wallet.address, 1_000_000n);
      await small.mine(FINAL + 1);
      expect(await small.until(() => takesNothing(again))).toBe(true);
      disk.makeRoom();
      expect(await small.until(async () => (await again.get("/v1/asset/history")).status === 200)).toBe(true);
      await small.settled();
      expect((await small.truth()).payouts).toHaveLength(2);
      expect(await small.process.terminate()).toEqual({ code: 0, signal: null });
      expectOneTruth(disk.dataDirectory);
    } finally {
      await small.end();
    }
  });
}

/** Whether the venue can't make another command durable; the command used here changes nothing. */
async function takesNothing(trader: Trader): Promise<boolean> {
  return (await trader.delete("/v1/order?symbol=PERP_BTC_USDC&order_id=1")).status === 503;
}

/** The trouble with its chain that the venue reports; "" for none. */
async function troubleOf(): Promise<string> {
  const health = (await (await fetch(`${world.url}/health`)).json()) as { readonly reasons?: { chain?: string } };
  return health.reasons?.chain ?? "";
}
