// The tree by whose root accounts can leave without the venue: one leaf for each, and for each the hashes that lead from it to
// the root. As OpenZeppelin's standard tree has it, so that other programs can make the same.

import { type Address, concatHex, encodeAbiParameters, type Hex, keccak256 } from "viem";

/** What an account has besides its deposits in the vault and what the vault paid it: of trading, of fees, from other chains. */
export interface BalanceLeaf {
  readonly accountId: Hex;
  readonly brokerHash: Hex;
  /** Of the account; what it leaves with goes there. */
  readonly wallet: Address;
  /** In the token's smallest unit; below zero for an account that has lost. */
  readonly result: bigint;
}

const LEAF = [{ type: "bytes32" }, { type: "bytes32" }, { type: "address" }, { type: "int128" }] as const;

export class BalanceTree {
  /** A heap: the root is first, and the children of `n` are `2n + 1` and `2n + 2`. */
  readonly #nodes: Hex[];
  readonly #places = new Map<Hex, number>();

  /** @param leaves one for each account, one at least */
  constructor(leaves: readonly BalanceLeaf[]) {
    if (leaves.length === 0) throw new Error("a tree has a leaf");
    const hashes = leaves.map(hashOfLeaf);
    // By their hashes, so that equal balances have equal roots.
    const sorted = hashes.toSorted();
    const size = 2 * sorted.length - 1;
    this.#nodes = new Array<Hex>(size);
    for (const [index, hash] of sorted.entries()) {
      this.#nodes[size - 1 - index] = hash;
      this.#places.set(hash, size - 1 - index);
    }
    for (let place = sorted.length - 2; place >= 0; place--) {
      this.#nodes[place] = hashOfPair(this.#nodes[2 * place + 1]!, this.#nodes[2 * place + 2]!);
    }
  }

  get root(): Hex {
    return this.#nodes[0]!;
  }

  /** @returns what leads from the leaf to the root; undefined when it is not in the tree */
  findProof(leaf: BalanceLeaf): Hex[] | undefined {
    let place = this.#places.get(hashOfLeaf(leaf));
    if (place === undefined) return undefined;
    const proof: Hex[] = [];
    for (; place > 0; place = (place - 1) >> 1) proof.push(this.#nodes[place % 2 === 0 ? place - 1 : place + 1]!);
    return proof;
  }
}

/** Twice, so that no inner node is a leaf. */
function hashOfLeaf({ accountId, brokerHash, wallet, result }: BalanceLeaf): Hex {
  return keccak256(keccak256(encodeAbiParameters(LEAF, [accountId, brokerHash, wallet, result])));
}

function hashOfPair(a: Hex, b: Hex): Hex {
  return keccak256(concatHex(a < b ? [a, b] : [b, a]));
}
