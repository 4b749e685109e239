// The whole state as bytes, except what every command changes: the time, the count and the digest.

import { ByteReader, ByteWriter } from "../base/storage/bytes.ts";
import { Digest } from "../memory/digest.ts";
import { writeSnapshot } from "../memory/snapshot.ts";
import type { State } from "../memory/state.ts";

const BLANK_DIGEST = bytesOf(new Digest());

function bytesOf(digest: Digest): Uint8Array {
  const out = new ByteWriter();
  digest.write(out);
  return out.view();
}

/** Leaves the state as it was. */
export function lastingState(state: State): Buffer {
  const { now, commandCount } = state;
  const digest = bytesOf(state.digest);
  state.now = 0;
  state.commandCount = 0;
  state.digest.read(new ByteReader(BLANK_DIGEST));
  const bytes = Buffer.from(writeSnapshot(state));
  state.now = now;
  state.commandCount = commandCount;
  state.digest.read(new ByteReader(digest));
  return bytes;
}
