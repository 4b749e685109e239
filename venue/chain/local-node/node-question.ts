// Forwards a request from outside, such as a page's wallet, to the local chain's node unchanged, and returns its answer.

import type { ChainAnswer } from "../../operation/acts/sandbox-controls.ts";
import { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { isTrouble } from "../rpc/trouble.ts";

/** The node's answer has to fit into an answer of the venue. */
const LIMITS = { timeoutMs: 10_000, bytesMax: 1_000_000, patience: 0 };
/** JSON-RPC's code for errors without one. */
const OTHER = -32_000;

/** @returns null while the node does not answer */
export async function forwardRequest(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<ChainAnswer | null> {
  try {
    return { result: await new JsonRpcNode(url, LIMITS).request(method, params), error: null };
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (error.kind === "away") return null;
    const { code, message, data } = error;
    return { result: null, error: { code: code === 0 ? OTHER : code, message, data } };
  }
}
