// Answers with the announcements that are active. Interface 4.2.

import { announcements } from "@evermark/interface/markets/announcements.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";

export const getAnnouncements: Binding = bind(announcements.getAnnouncements, ({ venue }) => ({
  rows: venue.engine.announcements().map(({ announcementId, message, url }) => ({
    announcement_id: announcementId,
    message,
    ...(url !== "" && { url }),
  })),
}));
