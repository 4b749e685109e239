// The first block of a chain that Anvil reads back. Each process makes one of its own, dumps it beside the blocks that it has read,
// and lists them in no order: of several first blocks the next process would take any, and the chain would not be recognized.
// Only the one that the second block stands on is kept.

import { type Hex, keccak256, toRlp } from "viem";

/** In the order in which a header is hashed, which is that of its JSON. */
type Header = Readonly<Record<string, Hex>> & { readonly number: Hex; readonly parentHash: Hex };

interface State {
  readonly blocks: readonly { readonly header: Header }[];
}

/** Of a header's members those that are numbers; the others are bytes. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...["difficulty", "number", "gasLimit", "gasUsed", "timestamp", "baseFeePerGas", "blobGasUsed", "excessBlobGas"],
]);

/**
 * @param text what Anvil has dumped
 * @returns the same with one first block; unchanged where it is not known which
 */
export function withOneGenesis(text: string): string {
  const state = JSON.parse(text) as State;
  const at = (height: bigint) => state.blocks.filter(({ header }) => BigInt(header.number) === height);
  const [second] = at(1n);
  const first = at(0n).find(({ header }) => hashOf(header) === second?.header.parentHash);
  if (first === undefined) return text;
  const blocks = state.blocks.filter((block) => block === first || BigInt(block.header.number) !== 0n);
  return JSON.stringify({ ...state, blocks });
}

function hashOf(header: Header): Hex {
  return keccak256(toRlp(Object.entries(header).map(([name, value]) => (NUMBERS.has(name) ? bytesOf(value) : value))));
}

/** Without leading zeros, and nothing for 0. */
function bytesOf(number: Hex): Hex {
  const digits = number.slice(2).replace(/^0+/, "");
  return `0x${digits.length % 2 === 1 ? "0" : ""}${digits}`;
}
