// The entry of the thread that signs the operator's transactions. Its first message is the key, all others are transactions.

import { localSigner } from "./local-signer.ts";
import type { OperatorKey } from "./operator-key.ts";
import { remoteSigner } from "./remote-signer.ts";
import type { TransactionSigner } from "./signer.ts";
import type { SigningOutcome, ToSign } from "./signing-task.ts";

declare const self: Worker;

let signer: TransactionSigner;

self.onmessage = ({ data }: MessageEvent<OperatorKey | ToSign>) => {
  if (!("kind" in data)) void sign(data);
  else signer = data.kind === "key" ? localSigner(data.key) : remoteSigner(data.url, data.address);
};

async function sign(task: ToSign): Promise<void> {
  self.postMessage(await outcomeOf(task));
}

async function outcomeOf(task: ToSign): Promise<SigningOutcome> {
  const { id } = task;
  try {
    return { id, signed: await ("digest" in task ? signer.attest(task.digest) : signer.sign(task.transaction)) };
  } catch (error) {
    return { id, refused: error instanceof Error ? error.message.slice(0, 300) : "nothing was signed" };
  }
}
