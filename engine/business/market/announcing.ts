// The operator's announcements: publishing and withdrawing them. Interface 2.2, streams 7.

import { ANNOUNCEMENT_COMMANDS } from "../../language/commands/announcement-commands.ts";
import type { Announce, WithdrawAnnouncement } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { boundsOf } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Announcements } from "../../memory/market/announcements.ts";
import type { State } from "../../memory/state.ts";

const { most: MESSAGE_LENGTH_MAX } = boundsOf(ANNOUNCEMENT_COMMANDS.announce.fields.message);
const { most: URL_LENGTH_MAX } = boundsOf(ANNOUNCEMENT_COMMANDS.announce.fields.url);
/** Limited because every reader is sent all of them. */
const ACTIVE_MAX = 50;

export const announcementHandlers = handlers({
  announce: announce,
  withdraw_announcement: withdrawAnnouncement,
});

/** Publishes an announcement; the answer carries its id as `created`. */
function announce(state: State, command: Announce, answer: Answer, out: Listener): void {
  const { announcements } = state;
  answer.rejection = refuses(command) ?? refusesRoom(announcements);
  if (answer.rejection !== null) return;
  const { message, url, kind } = command;
  const announcementId = ++announcements.lastId;
  const announcement = { announcementId, message, url, kind, at: state.now };
  announcements.active.set(announcementId, announcement);
  answer.created = announcementId;
  out.venue({ type: "announcement", ...announcement });
}

function refuses({ message, url, kind }: Announce): Rejection | null {
  const wrong = (field: string, expected: string) =>
    rejection("invalid_parameter", { field, expected }, `${field} is invalid: expected ${expected}`);
  if (message.trim() === "") return rejection("invalid_parameter", { field: "message" }, "message must not be blank");
  if (message.length > MESSAGE_LENGTH_MAX) return wrong("message", `at most ${MESSAGE_LENGTH_MAX} characters`);
  // Pages turn it into a link: anything but a page address could make a reader's browser execute something.
  const isAddress = url === "" || (url.length <= URL_LENGTH_MAX && /^https?:\/\/[^\s/]\S*$/.test(url));
  if (!isAddress) return wrong("url", `an address that begins with https://, of at most ${URL_LENGTH_MAX} characters`);
  if (!/^[a-z][a-z0-9_]{0,31}$|^$/.test(kind))
    return wrong("type", "a word of a-z, 0-9 and _, of at most 32 characters");
  return null;
}

function refusesRoom({ active }: Announcements): Rejection | null {
  if (active.size < ACTIVE_MAX) return null;
  const detail = { active: active.size, limit: ACTIVE_MAX };
  return rejection("refused", detail, `${ACTIVE_MAX} announcements are active: withdraw one first`);
}

function withdrawAnnouncement(
  state: State,
  { announcementId }: WithdrawAnnouncement,
  answer: Answer,
  out: Listener,
): void {
  if (!state.announcements.active.delete(announcementId)) {
    const detail = { announcement_id: announcementId };
    answer.rejection = rejection("not_found", detail, `no announcement ${announcementId} is active`);
    return;
  }
  out.venue({ type: "announcement_withdrawn", announcementId, at: state.now });
}
