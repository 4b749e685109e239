// The acts that announce something, and that withdraw announcements.

import type { ViewOf } from "@evermark/client/operator.ts";
import type { ActSpec } from "../parts/act-spec.ts";

type Notices = ViewOf<"getNotices">;

export const announceAct: ActSpec = {
  ...{ act: "announce", title: "Announce something", verb: "Announce it" },
  fields: [
    { name: "message", label: "Message", hint: "up to 1,000 characters" },
    { name: "url", label: "Where more is said", hint: "https://…; may be left out" },
    { name: "type", label: "What it is about", hint: "one word, such as maintenance; may be left out" },
  ],
  says: ({ message = "" }) => [
    message.trim() === ""
      ? "Write what is to be announced."
      : "All who use the venue see it at once, in the page and over streams, and every account finds it in its inbox, until it is withdrawn.",
  ],
  input: ({ message = "", url = "", type = "" }) =>
    message.trim() === "" ? undefined : { message: message.trim(), ...(url && { url }), ...(type && { type }) },
};

export function withdrawAct({ announcement_id, message }: Notices["announcements"][number]): ActSpec {
  return {
    ...{ act: "withdraw_announcement", title: `Withdraw announcement ${announcement_id}`, verb: "Withdraw it" },
    says: () => [`It is shown no more: “${message}”`],
    changes: () => [[`Announcement ${announcement_id}`, "shown", "withdrawn"]],
    input: () => ({ announcement_id }),
  };
}

export const maintenanceAct: ActSpec = {
  ...{ act: "maintenance", title: "Announce maintenance", verb: "Announce it", isGrave: true },
  fields: [
    { name: "start", label: "Begins, in your own time", kind: "time" },
    { name: "end", label: "Ends, in your own time", kind: "time" },
    { name: "message", label: "Message, shown to traders", hint: "up to 200 characters" },
  ],
  says: ({ start = "", end = "" }) => [
    start === "" || end === ""
      ? "Choose when it begins and ends."
      : `From ${new Date(start).toISOString()} to ${new Date(end).toISOString()} no order is taken or matched; it is announced at once, and a minute after its end trading goes on.`,
  ],
  input: ({ start = "", end = "", message = "" }) =>
    start === "" || end === "" ? undefined : { start_time: Date.parse(start), end_time: Date.parse(end), message },
};

export function endMaintenanceAct({ phase, message }: Notices["maintenance"]): ActSpec {
  return {
    ...{ act: "maintenance", title: "Take maintenance back", verb: "Take it back" },
    says: () => [
      phase === "running"
        ? "Maintenance ends now, and trading goes on."
        : "The window that is announced is none any more.",
      ...(message === "" ? [] : [`It said: “${message}”`]),
    ],
    changes: () => [["Maintenance", phase, "none"]],
    input: () => ({ start_time: 0 }),
  };
}
