import { expect, test } from "bun:test";
import { FrameReader, frame, PING, TEXT } from "./frames.ts";

test.each([0, 1, 125, 126, 65_535, 65_536])(
  "a frame of %d bytes is read as it was written, however it is split",
  (size) => {
    const text = "x".repeat(size);
    const bytes = Buffer.concat([frame(text, { isMasked: false }), frame("!", { opcode: PING, isMasked: false })]);
    const reader = new FrameReader();
    const cut = Math.floor(bytes.length / 2);
    const read = [...reader.read(bytes.subarray(0, cut)), ...reader.read(bytes.subarray(cut))];
    expect(read.map(({ opcode, payload }) => [opcode, payload.toString()])).toEqual([
      [TEXT, text],
      [PING, "!"],
    ]);
  },
);
