// Withdrawals, nonces, parked deposits and who may transfer to whom. Rules 9.2 to 9.5.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";

export class FundsState {
  write(_out: ByteWriter): void {}

  read(_input: ByteReader): void {}
}
