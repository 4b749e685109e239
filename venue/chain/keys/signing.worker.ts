// The entry point of the thread that signs for the operator. The first message is the key; each later one is something to
// sign, or a wallet's signature to check.

import { type AttestationSigner, localAttestationSigner } from "./attestation-signer.ts";
import { localSigner } from "./local-signer.ts";
import type { OperatorKey } from "./operator-key.ts";
import { remoteSigner } from "./remote-signer.ts";
import type { SigningOutcome, SigningResult, ToSign } from "./signing-task.ts";
import { SigningFailed, type TransactionSigner } from "./transaction-signer.ts";

declare const self: Worker;

let signer: TransactionSigner;
let attester: AttestationSigner | null = null;

self.onmessage = ({ data }: MessageEvent<OperatorKey | ToSign>) => {
  if (!("kind" in data)) void carryOut(data);
  else if (data.kind === "remote") signer = remoteSigner(data.url, data.address, data.secret);
  else {
    signer = localSigner(data.key);
    attester = localAttestationSigner(data.key, data.address);
  }
};

async function carryOut(task: ToSign): Promise<void> {
  self.postMessage(await outcomeOf(task));
}

async function outcomeOf(task: ToSign): Promise<SigningOutcome> {
  const { id } = task;
  try {
    return { id, done: await resultOf(task) };
  } catch (error) {
    return { id, refused: error instanceof Error ? error.message.slice(0, 300) : "nothing was signed" };
  }
}

async function resultOf(task: ToSign): Promise<SigningResult> {
  if ("transaction" in task) return signer.sign(task.transaction);
  if (attester === null) throw new SigningFailed("a remote signer signs transactions, and no attestations");
  return "message" in task ? attester.isSigned(task.message) : attester.signDigest(task.digest);
}
