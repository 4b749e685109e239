// Accounts and rows in liquidation, their offers, and the inventory of the insurance fund. Rules 7.3.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";

export class Liquidations {
  write(_out: ByteWriter): void {}

  read(_input: ByteReader): void {}
}
