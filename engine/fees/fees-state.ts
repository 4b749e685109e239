// Fee tags and referral. Rules 8.4, 8.5.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";

export class FeesState {
  write(_out: ByteWriter): void {}

  read(_input: ByteReader): void {}
}
