// Maintenance and halts of the whole venue. Rules 11.4, 11.5.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import type { Millis } from "../units.ts";
import type { VenueView } from "../views.ts";

export class VenueState {
  view(_now: number): VenueView {
    return {
      maintenance: { phase: "none", startAt: 0 as Millis, endAt: 0 as Millis, message: "" },
      halted: false,
      solvencyHalt: false,
    };
  }

  write(_out: ByteWriter): void {}

  read(_input: ByteReader): void {}
}
