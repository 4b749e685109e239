// Strategy vaults with their shares and queues. Rules 10.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";

export class Vaults {
  /** The vault whose fund an account is. */
  ofFund(_account: number): undefined {
    return undefined;
  }

  write(_out: ByteWriter): void {}

  read(_input: ByteReader): void {}
}
