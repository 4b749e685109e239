import { expect, test } from "bun:test";
import { type Hex, numberToHex, pad, toEventSelector } from "viem";
import type { Block, ChainLog, ChainReader, LogQuery } from "../rpc/chain-reader.ts";
import { readMovements } from "./movements.ts";
import type { ReceiverAccounts } from "./receiver-accounts.ts";
import type { ReceiverChain } from "./receiver-chain.ts";

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const address = (n: number): Hex => numberToHex(n, { size: 20 });
const [TOKEN, TREASURY, SENDER] = [address(1), address(2), address(3)];
const FIRST = 1_000;
const block = (number: number): Block => ({ number, hash: pad("0x01"), parent: pad("0x00"), timestamp: 0 });

test("however many receivers there are, only their own transfers are requested, and returned in chain order", async () => {
  const count = 1_200;
  const receivers = Array.from({ length: count }, (_, n) => address(FIRST + n));
  const accounts = {
    size: count,
    addresses: () => receivers.values(),
    find: (request: Hex) => (receivers.includes(request) ? Number(request) - FIRST : undefined),
  } as unknown as ReceiverAccounts;
  const sent = [receivers[1_100]!, receivers[0]!, receivers[600]!];
  const logs = sent.map((to, place): ChainLog => {
    const where = { block: 7, blockHash: pad("0x01"), transaction: pad(numberToHex(place)), index: place };
    return { ...where, address: TOKEN, topics: [TRANSFER, pad(SENDER), pad(to)], data: pad("0x05") };
  });
  const questions: number[] = [];
  const reader = {
    async logs({ topics }: LogQuery) {
      const recipients = topics![2] as readonly Hex[];
      questions.push(recipients.length);
      return logs.filter((log) => recipients.includes(log.topics[2]!));
    },
  } as unknown as ChainReader;
  const tokens = [{ symbol: "USDC", address: TOKEN, decimals: 6 }];
  const chain: ReceiverChain = { chainId: 1, factory: address(4), treasury: TREASURY, tokens, confirmations: 1 };
  const found = await readMovements(reader, chain, accounts, { from: 1, to: block(9) });
  expect(found.map(({ account }) => account)).toEqual([1_100, 0, 600]);
  expect(questions).toEqual([500, 500, 201]);
});
