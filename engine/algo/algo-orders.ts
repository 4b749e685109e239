// Algo orders that are not finished. Rules 3.1.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";

export class AlgoOrders {
  write(_out: ByteWriter): void {}

  read(_input: ByteReader): void {}
}
