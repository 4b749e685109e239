// Reads the body of a request, but no more of it than its endpoint needs, because the sender's signature has not been
// checked yet.

const none = new Uint8Array(0);

/** @returns undefined when the body is longer than `bytesMax`, or did not arrive whole */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array | undefined> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > bytesMax) return undefined;
  try {
    // No more than the declared length can arrive; a body without one is counted piece by piece.
    return declared === null ? await readPieces(request, bytesMax) : await request.bytes();
  } catch {
    // The client has disconnected, so the answer will not be read.
    return undefined;
  }
}

async function readPieces({ body }: Request, bytesMax: number): Promise<Uint8Array | undefined> {
  if (body === null) return none;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early tells the server to discard the rest.
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > bytesMax) return undefined;
    pieces.push(piece);
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}
