// The entry of the thread that recovers the signers of wallet messages.

import type { TypedDataDefinition } from "viem";
import { recoverMessageSigner } from "./wallet-signature.ts";

declare const self: Worker;

export interface ToRecover {
  readonly id: number;
  readonly data: TypedDataDefinition;
  readonly signature: string;
}

self.onmessage = async ({ data: { id, data, signature } }: MessageEvent<ToRecover>) => {
  self.postMessage({ id, recovered: await recoverMessageSigner(data, signature) });
};
