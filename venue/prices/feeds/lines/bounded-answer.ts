// Reads the text of an HTTP answer up to a bound, and no longer than the caller waits: an address may answer anything,
// slowly and without end.

export const MESSAGE_BYTES_MAX = 1_048_576;

/** @throws {Error} when the answer is too long, is no success, or does not come */
export async function textOfAnswer(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { ...init, redirect: "error" });
  try {
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return await boundedText(response);
  } finally {
    // The rest of the answer is not waited for.
    await response.body?.cancel().catch(() => undefined);
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MESSAGE_BYTES_MAX) throw new Error(`an answer of more than ${MESSAGE_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
