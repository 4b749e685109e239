// What makes two placements the same order: every field of the order, but not when and under which client id it was
// sent. Rules 2.11. As bytes, because an engine remembers millions of them; not as a hash, because two different orders
// must never count as the same.

import type { ByteWriter } from "../../base/storage/bytes.ts";
import { MODE_OR_DEFAULT, ORDER_TYPES } from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";

/**
 * The terms of a placement. Equal terms have equal bytes, and no terms are a prefix of others, so data stored after
 * them needs no separator. Valid until `out` is written to.
 */
export function termsOf(c: Omit<PlaceOrder, "at">, out: ByteWriter): Uint8Array {
  out.reset();
  out.u8(
    (c.side === "SELL" ? 1 : 0) |
      (c.reduceOnly ? 2 : 0) |
      (c.postOnlyAdjust ? 4 : 0) |
      (MODE_OR_DEFAULT.indexOf(c.marginMode) << 3) |
      (ORDER_TYPES.indexOf(c.orderType) << 5),
  );
  writeNumber(out, c.market);
  writeNumber(out, c.price);
  writeNumber(out, c.quantity);
  writeNumber(out, c.amount);
  // -1 when absent.
  writeNumber(out, c.visible + 1);
  writeNumber(out, c.slippage);
  writeNumber(out, c.level + 1);
  out.u8(c.tag === "" ? 0 : 1);
  if (c.tag !== "") out.text(c.tag);
  return out.view();
}

const BASE = 128;

/**
 * Seven bits a byte, the low ones first, all but the last byte with the top bit set. A value that is not a whole number
 * from 0 on, which no valid order has, is written after a byte that no number begins with.
 */
function writeNumber(out: ByteWriter, n: number): void {
  if (!Number.isSafeInteger(n) || n < 0) {
    out.u8(BASE);
    out.u8(0);
    out.f64(n);
    return;
  }
  let rest = n;
  while (rest >= BASE) {
    out.u8((rest % BASE) | BASE);
    rest = Math.floor(rest / BASE);
  }
  out.u8(rest);
}
