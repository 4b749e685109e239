// WebSocket frames by hand, so that they can also be such as no library would send.

import { randomBytes } from "node:crypto";

export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;

interface FrameOptions {
  readonly opcode?: number;
  readonly isLast?: boolean;
  readonly isMasked?: boolean;
  readonly reserved?: number;
  /** The length given in the head; by default the true one. */
  readonly length?: number;
}

/** A client's frame. */
export function frame(content: string | Uint8Array, options: FrameOptions = {}): Buffer {
  const { opcode = TEXT, isLast = true, isMasked = true, reserved = 0 } = options;
  const payload = Buffer.from(content as string);
  const { length = payload.length } = options;
  const first = (isLast ? 0x80 : 0) | (reserved << 4) | opcode;
  const bit = isMasked ? 0x80 : 0;
  const head =
    length < 126
      ? Buffer.from([first, bit | length])
      : length < 65_536
        ? Buffer.from([first, bit | 126, 0, 0])
        : Buffer.from([first, bit | 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  if (!isMasked) return Buffer.concat([head, payload]);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4]!)]);
}

/** Reads a server's frames. Only small ones are returned whole, which is enough for the checks. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the frames that are complete by now */
  read(bytes: Buffer): { readonly opcode: number; readonly payload: Buffer }[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const found: { opcode: number; payload: Buffer }[] = [];
    for (;;) {
      const head = headOf(this.#rest);
      if (head === undefined || this.#rest.length < head.start + head.length) return found;
      found.push({ opcode: this.#rest[0]! & 0x0f, payload: this.#rest.subarray(head.start, head.start + head.length) });
      this.#rest = this.#rest.subarray(head.start + head.length);
    }
  }
}

function headOf(bytes: Buffer): { readonly start: number; readonly length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  if (short < 126) return { start: 2, length: short };
  if (short === 126) return bytes.length < 4 ? undefined : { start: 4, length: bytes.readUInt16BE(2) };
  return bytes.length < 10 ? undefined : { start: 10, length: Number(bytes.readBigUInt64BE(2)) };
}
