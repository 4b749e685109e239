// The latest signer that each contract has named for its account on the chain, by the id of the account, which need not be
// open. Only the latest announcement counts, so no former signer can come back with an old transaction. Rules 9.6.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { DelegateAnnouncement } from "../../language/views/views.ts";

/** The first state format that has announcements. */
const FIRST_FORMAT = 13;

export class DelegateAnnouncements {
  readonly #byAccountId = new Map<string, DelegateAnnouncement>();

  find(accountId: string): DelegateAnnouncement | undefined {
    return this.#byAccountId.get(accountId);
  }

  set(accountId: string, announcement: DelegateAnnouncement): void {
    this.#byAccountId.set(accountId, announcement);
  }

  write(out: ByteWriter): void {
    out.i32(this.#byAccountId.size);
    for (const accountId of [...this.#byAccountId.keys()].sort()) {
      const { signer, transaction, block, logIndex } = this.#byAccountId.get(accountId)!;
      out.text(accountId);
      out.text(signer);
      out.text(transaction);
      out.f64(block);
      out.f64(logIndex);
    }
  }

  read(input: ByteReader): void {
    if (input.format < FIRST_FORMAT) return;
    for (let left = input.i32(); left > 0; left--) {
      const accountId = input.text();
      const signer = input.text();
      const transaction = input.text();
      this.set(accountId, { signer, transaction, block: input.f64(), logIndex: input.f64() });
    }
  }
}
