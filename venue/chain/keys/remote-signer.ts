// Signs by asking a program that keeps the key to itself, over JSON-RPC's `eth_signTransaction`. The answer contains the
// signed bytes: some programs return them bare, others beside the transaction.

import { type Hex, numberToHex } from "viem";
import { proofHeaders, type SignerSecret } from "./signer-secret.ts";
import { assertSigned, type OperatorTransaction, SigningFailed, type TransactionSigner } from "./transaction-signer.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 65_536;

/**
 * @param address of the signer's key, lower case
 * @param secret by which the venue authenticates to it; null where it does not
 */
export function remoteSigner(url: string, address: Hex, secret: SignerSecret | null): TransactionSigner {
  return {
    address,
    async sign(transaction) {
      const body = requestOf(transaction, address);
      const proof = secret === null ? {} : proofHeaders(secret, body, Date.now());
      return assertSigned(transaction, await ask(url, body, proof), address);
    },
    close() {},
  };
}

function requestOf(transaction: OperatorTransaction, from: Hex): string {
  const { chainId, nonce, to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const asked = {
    from,
    to,
    data,
    input: data,
    value: "0x0",
    type: "0x2",
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    gas: numberToHex(gas),
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
    accessList: [],
  };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_signTransaction", params: [asked] });
}

/** No message contains the URL or the headers: they may hold a secret. */
async function ask(url: string, body: string, proof: Readonly<Record<string, string>>): Promise<string> {
  const headers = { "content-type": "application/json", ...proof };
  const answered = fetch(url, {
    method: "POST",
    headers,
    body,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const response = await answered.catch(() => {
    throw new SigningFailed(`the remote signer did not answer within ${TIMEOUT_MS / 1_000} s, or can't be reached`);
  });
  const text = await boundedText(response);
  const answer = parsed(text);
  const result = answer?.result;
  const bytes = typeof result === "object" && result !== null && "raw" in result ? result.raw : result;
  if (typeof bytes === "string") return bytes;
  const said = answer?.error;
  const refusal =
    typeof said === "object" && said !== null && "message" in said ? String(said.message).slice(0, 200) : "";
  throw new SigningFailed(
    `the remote signer signed nothing (HTTP ${response.status}): ${refusal || "no reason given"}`,
  );
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new SigningFailed("the remote signer's answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): { result?: unknown; error?: unknown } | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}
