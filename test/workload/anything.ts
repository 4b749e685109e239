// Draws any command at all from its declaration: each field within its bounds, at their edges or beyond, and now and
// then a value that exists in a small world. A workload draws meaningful commands; this covers what no workload would
// draw.

import { type Command, DECLARATIONS, type Field, type FieldTable } from "@evermark/engine";
import { edgesOf } from "@evermark/engine/testing/field-edges.ts";
import { START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import type { Dice } from "./dice.ts";
import type { CommandType } from "./drawn-command.ts";

const E8 = 100_000_000;
const LARGEST = [0, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
/** Longer texts and lists are not tried, even where they are at an edge. */
const LENGTH_MAX = 5_000;

/** Likely numbers for each unit, in a world of few accounts around a price of 150; numbers of other units are arbitrary. */
const NUMBERS: Readonly<Record<string, (dice: Dice) => number>> = {
  account: (dice) => dice.between(-1, 9),
  market: (dice) => dice.between(-1, 2),
  builder: (dice) => dice.between(-1, 1),
  id: (dice) => dice.between(-1, 12),
  "price in 10⁻⁸": (dice) =>
    dice.chance(500) ? (dice.between(148_000, 152_000) * E8) / 1_000 : dice.pick([...LARGEST, 7]),
  "quantity in 10⁻⁸": (dice) => (dice.chance(500) ? (dice.between(1, 500) * E8) / 100 : dice.pick([...LARGEST, 7])),
  "micros of USDC": (dice) => (dice.chance(500) ? dice.between(1, 2_000_000_000_000) : dice.pick(LARGEST)),
  "milliseconds since 1970": (dice) => (dice.chance(500) ? START + dice.between(-90_000, 90_000) : dice.pick(LARGEST)),
};
const anyCount = (dice: Dice) => (dice.chance(500) ? dice.between(0, 100) : dice.pick(LARGEST));
/** Few texts, so that some often match what another command has made. */
const TEXTS = ["", "a", "A_TAG", "builder", "nobody", "read,trading", `0x${"ab".repeat(20)}`, `0x${"0".repeat(64)}`];

export function anyWorkloadCommand(dice: Dice, type: CommandType, at: number): Command {
  return { type, at, ...anyRecord(dice, DECLARATIONS[type].fields) } as unknown as Command;
}

function anyRecord(dice: Dice, table: FieldTable): object {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, anyValue(dice, field)]));
}

function anyValue(dice: Dice, field: Field): unknown {
  const { bytes } = field;
  if (bytes === "f64") return anyNumber(dice, field);
  // Cut to 32 bits.
  if (bytes === "i32") return anyNumber(dice, field) | 0;
  if (bytes === "bool") return dice.chance(500);
  const lengths = edgesOf(field).filter((n) => n >= 0 && n <= LENGTH_MAX);
  const isFull = lengths.length > 0 && dice.chance(300);
  if (bytes === "text") return isFull ? "A".repeat(dice.pick(lengths)) : dice.pick(TEXTS);
  if (bytes === "texts") return Array.from({ length: dice.below(4) }, () => dice.pick(TEXTS));
  if (bytes === "parameters") return defaultMarket(dice.pick(["PERP_SOL_USDC", "PERP_BTC_USDC"]));
  if ("optional" in bytes) return dice.chance(200) ? null : anyValue(dice, { ...field, bytes: bytes.optional });
  if ("record" in bytes) return anyRecord(dice, bytes.record);
  if (!("list" in bytes)) return dice.pick(bytes);
  const of = bytes.list;
  if (isFull) return Array(dice.pick(lengths)).fill(anyRecord(dice, of));
  return Array.from({ length: dice.below(4) }, () => anyRecord(dice, of));
}

function anyNumber(dice: Dice, field: Field): number {
  const { least, most, unit } = field;
  const edges = edgesOf(field);
  const kind = dice.weighted({
    unit: 2,
    edge: edges.length > 0 ? 1 : 0,
    within: least !== undefined && most !== undefined ? 1 : 0,
  });
  if (kind === "edge") return dice.pick(edges);
  return kind === "within" ? dice.between(least!, most!) : (NUMBERS[unit] ?? anyCount)(dice);
}
