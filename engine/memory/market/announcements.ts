// The operator's active announcements, with ids that are never reused. Streams 7.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { AnnouncementView } from "../../language/views/views.ts";

/** The first snapshot format that has them. */
const SINCE_FORMAT = 13;

export class Announcements {
  lastId = 0;
  /** By id: the map keeps the order of creation, and a snapshot writes them in that order. */
  readonly active = new Map<number, AnnouncementView>();

  write(out: ByteWriter): void {
    out.f64(this.lastId);
    out.i32(this.active.size);
    for (const { announcementId, message, url, kind, at } of this.active.values()) {
      out.f64(announcementId);
      for (const text of [message, url, kind]) out.text(text);
      out.f64(at);
    }
  }

  read(input: ByteReader): void {
    if (input.format < SINCE_FORMAT) return;
    this.lastId = input.f64();
    for (let left = input.i32(); left > 0; left--) {
      const announcementId = input.f64();
      const texts = { message: input.text(), url: input.text(), kind: input.text() };
      this.active.set(announcementId, { announcementId, ...texts, at: input.f64() });
    }
  }
}
