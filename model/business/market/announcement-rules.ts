// Announcements: active until they are withdrawn, at most 50 at a time.

import type { Announce, WithdrawAnnouncement } from "@evermark/engine";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";

export const announcementRules = naiveRules({
  announce: announce,
  withdraw_announcement: withdrawAnnouncement,
});

function announce(state: NaiveState, command: Announce): Outcome {
  const { announcements } = state;
  const { message, url, kind } = command;
  if (message.trim().length === 0 || message.length > 1_000) return { rejection: "invalid_parameter" };
  const isAddress = ["http://", "https://"].some((scheme) => url.startsWith(scheme) && url.length > scheme.length);
  if (url !== "" && (!isAddress || url.includes(" ") || url.length > 500)) return { rejection: "invalid_parameter" };
  if (kind.length > 32) return { rejection: "invalid_parameter" };
  if (announcements.active.length === 50) return { rejection: "refused" };
  announcements.made += 1;
  announcements.active.push(announcements.made);
  return { created: announcements.made };
}

function withdrawAnnouncement(state: NaiveState, command: WithdrawAnnouncement): Outcome {
  const { active } = state.announcements;
  if (!active.includes(command.announcementId)) return { rejection: "not_found" };
  active.splice(active.indexOf(command.announcementId), 1);
  return {};
}
