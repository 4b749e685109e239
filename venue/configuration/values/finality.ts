// By what the blocks of a chain are taken for final. Besides, each has its confirmations on top of it.

/** `count`: by its confirmations alone; else also by what the chain's own nodes call so. */
export type Finality = "count" | "safe" | "finalized";

interface UsualFinality {
  readonly by: Finality;
  /** For people: what would have to fail before such a block is replaced. */
  readonly restsOn: string;
}

/** By chain id. A chain that is not named here is counted: its nodes may call anything final, or nothing. */
const USUAL: Readonly<Record<number, UsualFinality>> = {
  1: { by: "finalized", restsOn: "two thirds of all stake, of which a third would be lost" },
  56: { by: "finalized", restsOn: "two thirds of the validators, in two blocks that follow each other" },
  42161: { by: "finalized", restsOn: "the first chain, where the batch with the block is final" },
  196: { by: "count", restsOn: "the sequencer, which alone orders blocks: the first chain has them minutes later" },
  36900: { by: "count", restsOn: "the sequencer, which alone orders blocks: the first chain has them hours later" },
};
const COUNTED: UsualFinality = { by: "count", restsOn: "the number of blocks on top, from any block maker" };

export function usualFinality(chainId: number): UsualFinality {
  return USUAL[chainId] ?? COUNTED;
}
