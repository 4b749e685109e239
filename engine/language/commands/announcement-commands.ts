// Announcements of the operator to everyone. Interface 2.2, streams 7.

import type { AnnouncementId } from "../../base/units.ts";
import { id, text } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

export const ANNOUNCEMENT_COMMANDS = commands({
  announce: {
    tag: 95,
    does: "Makes an announcement, which is active until it is withdrawn.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: {
      message: text("For people to read.", { least: 1, most: 1_000 }),
      url: text('Address of a page with more information, `https://…`; "" for none.', { most: 500 }),
      kind: text('Subject in one word, such as `maintenance`; "" for none.'),
    },
  },
  withdraw_announcement: {
    tag: 96,
    does: "Ends an announcement.",
    from: ["operator"],
    refusals: ["not_found"],
    fields: { announcementId: id<AnnouncementId>() },
  },
});

type Of = typeof ANNOUNCEMENT_COMMANDS;
export type Announce = CommandOf<Of, "announce">;
export type WithdrawAnnouncement = CommandOf<Of, "withdraw_announcement">;
