// A text for a few of many rows; all others have "".

import type { ByteReader, ByteWriter } from "./bytes.ts";

export class SparseTexts {
  readonly #texts = new Map<number, string>();

  get(row: number): string {
    return this.#texts.get(row) ?? "";
  }

  set(row: number, text: string): void {
    if (text === "") this.#texts.delete(row);
    else this.#texts.set(row, text);
  }

  write(out: ByteWriter): void {
    // Sorted by row, because a Map that was read back iterates in another order than the one that was written.
    const rows = [...this.#texts.keys()].sort((a, b) => a - b);
    out.i32(rows.length);
    for (const row of rows) {
      out.i32(row);
      out.text(this.#texts.get(row)!);
    }
  }

  read(input: ByteReader): void {
    for (let left = input.i32(); left > 0; left--) this.#texts.set(input.i32(), input.text());
  }
}
