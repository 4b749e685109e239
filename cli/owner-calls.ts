// Calls that only a vault's owner may make, as an operator writes them: `changeOperator(0x…)`, `setCancelQuorum(2)`.
// The functions are those of the vault, or of the timelock that owns it, which changes its own settings.

import { hashOfText, vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
  encodeFunctionData,
  type Hex,
  isAddress,
} from "viem";
import { CommandMistake } from "./explain.ts";

export interface OwnerCall {
  readonly to: Address;
  readonly data: Hex;
}

interface Place {
  readonly vault: Address;
  readonly timelock: Address;
}

/** @throws {CommandMistake} */
export function ownerCallOf(text: string, { vault, timelock }: Place): OwnerCall {
  const [, name, given] = /^(\w+)\((.*)\)$/s.exec(text.trim()) ?? [];
  if (name === undefined) throw new CommandMistake(`${text}: expected a call, such as changeOperator(0x…)`);
  for (const [abi, to] of [
    [vaultAbi as Abi, vault],
    [vaultTimelockAbi as Abi, timelock],
  ] as const) {
    const found = abi.find(
      (item): item is AbiFunction => item.type === "function" && item.name === name && changes(item),
    );
    if (found === undefined) continue;
    const words = wordsOf(given!);
    if (words.length !== found.inputs.length) {
      throw new CommandMistake(`${name}: ${words.length} arguments; expected ${shapeOf(found)}`);
    }
    const args = found.inputs.map((input, index) => argumentOf(words[index]!, input, found));
    return { to, data: encodeFunctionData({ abi: [found], functionName: name, args }) };
  }
  throw new CommandMistake(`${name}: neither the vault nor its timelock has such a function that changes anything`);
}

function changes({ stateMutability }: AbiFunction): boolean {
  return stateMutability !== "view" && stateMutability !== "pure";
}

/** Split at commas, except those within a list. */
function wordsOf(given: string): string[] {
  const words = given.match(/\[[^\]]*\]|[^,\s][^,]*/g) ?? [];
  return words.map((word) => word.trim());
}

function argumentOf(word: string, input: AbiParameter, called: AbiFunction): unknown {
  const { type } = input;
  const mistake = () =>
    new CommandMistake(`${called.name}: ${word} is not of type ${type}; expected ${shapeOf(called)}`);
  if (type.endsWith("[]")) {
    if (!/^\[.*\]$/s.test(word)) throw mistake();
    const element = { ...input, type: type.slice(0, -2) };
    return wordsOf(word.slice(1, -1)).map((each) => argumentOf(each, element, called));
  }
  if (type === "address" && isAddress(word, { strict: /[A-F]/.test(word.slice(2)) })) return word;
  if (type === "bool" && /^(true|false)$/.test(word)) return word === "true";
  if (type.startsWith("uint") && /^\d+$/.test(word)) return BigInt(word);
  // A token, a builder or a role: by its name, or as its 32 bytes.
  if (type === "bytes32" && /^0x[0-9a-fA-F]{64}$/.test(word)) return word;
  if (type === "bytes32" && !word.startsWith("0x")) return hashOfText(word);
  throw mistake();
}

function shapeOf({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(({ type, name: input }) => `${type} ${input}`).join(", ")})`;
}
