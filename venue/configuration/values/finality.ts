// How a chain's blocks are recognized as final. Confirmations on top are needed in every case.

/** `count`: by confirmations alone; the others also by what the chain's own nodes report. */
export type Finality = "count" | "safe" | "finalized";

interface UsualFinality {
  readonly by: Finality;
  /** For people: what would have to fail before such a block could be replaced. */
  readonly restsOn: string;
}

/** By chain id. Other chains use confirmations, because their nodes may report anything as final, or nothing. */
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
