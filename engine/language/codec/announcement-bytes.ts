// How the journal writes the commands of language/commands/announcement-commands.ts.

import type { AnnouncementsCommand } from "../commands/announcement-commands.ts";
import type { Layouts } from "./fields.ts";

export const ANNOUNCEMENTS_LAYOUTS: Layouts<AnnouncementsCommand> = {
  announce: {
    tag: 95,
    fields: [
      ["message", "text"],
      ["url", "text"],
      ["kind", "text"],
    ],
  },
  withdraw_announcement: { tag: 96, fields: [["announcementId", "f64"]] },
};
