// The body of a request as bytes, of which no more is taken in than its endpoint needs: the sender has not been asked
// for a signature yet.

const none = new Uint8Array(0);

/** @returns nothing when the body is longer than `bytesMax`, or did not arrive whole */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array | undefined> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > bytesMax) return undefined;
  try {
    // What is declared arrives at most so; what comes in pieces is counted piece by piece.
    return declared === null ? await readPieces(request, bytesMax) : await request.bytes();
  } catch {
    // The client hung up: our answer is not read.
    return undefined;
  }
}

async function readPieces({ body }: Request, bytesMax: number): Promise<Uint8Array | undefined> {
  if (body === null) return none;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early shows the server that the rest is not wanted.
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > bytesMax) return undefined;
    pieces.push(piece);
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}
