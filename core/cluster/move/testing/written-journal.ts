// A data directory with a journal of a few megabytes, as a stopped venue leaves it: several segments, batches of any size.

import { BEHAVIOUR, type Command, Engine, encodeCommand, millis, priceE8, quantityE8, silent } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import { openJournal } from "@evermark/journal";
import { type DataPaths, dataPaths } from "../../../data-directory.ts";
import { venueOf, writeGenesis } from "../../../genesis-file.ts";

const PRICE = 150 * 100_000_000;
const USDC = 1_000_000;
const ACCOUNT = 5;

export interface WrittenJournal {
  readonly paths: DataPaths;
  readonly lastPosition: number;
  /** In hexadecimal. */
  readonly hash: string;
  readonly stateHash: string;
}

/** @param orders how many resting orders the journal places */
export async function writeJournal(dataDirectory: string, orders = 12_000): Promise<WrittenJournal> {
  const paths = dataPaths(dataDirectory);
  const engine = Engine.atBeginning();
  let durable = () => {};
  const { journal } = openJournal({
    directory: paths.journal,
    segmentBytes: 1_500_000,
    listener: { onDurable: () => durable(), onFailure: (error) => Promise.reject(error) },
  });
  for (const batch of batchesOf([...opening(), ...Array.from({ length: orders }, (_, i) => order(i))])) {
    const written = new Promise<void>((resolve) => {
      durable = resolve;
    });
    for (const command of batch) {
      journal.append(command.at, encodeCommand(command));
      engine.apply(command, silent);
    }
    await written;
  }
  const [lastPosition, hash] = [journal.durablePosition, Buffer.from(journal.durableHash()).toString("hex")];
  await journal.close();
  writeGenesis(paths, venueOf(paths)!);
  return { paths, lastPosition, hash, stateHash: engine.stateHash() };
}

function opening(): Command[] {
  return [
    { type: "set_behaviour", at: START, version: BEHAVIOUR },
    { type: "set_hash_key", at: START, key: "00112233445566778899aabbccddeeff" },
    listMarket(defaultMarket("PERP_SOL_USDC"), PRICE),
    addBroker("builder", 60, 30),
    openAccount(ACCOUNT, "builder"),
    deposit(ACCOUNT, 1_000_000 * USDC, "faucet:1"),
  ];
}

function order(i: number): Command {
  const [price, quantity] = [priceE8(PRICE / 2), quantityE8(100_000_000)];
  const clientOrderId = `order-${i}`;
  return placeOrder({ account: ACCOUNT, at: millis(START + i), price, quantity, clientOrderId, tag: "-".repeat(128) });
}

function* batchesOf(commands: readonly Command[]): Generator<readonly Command[]> {
  for (let at = 0, size = 1; at < commands.length; at += size, size = (size * 3) % 1_009) {
    yield commands.slice(at, at + size);
  }
}
