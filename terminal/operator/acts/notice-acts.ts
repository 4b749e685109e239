// The acts that announce something, and that withdraw announcements.

import type { ViewOf } from "@evermark/client/operator.ts";
import type { ActSpec } from "../parts/act-spec.ts";

type Notices = ViewOf<"getNotices">;

export const announceAct: ActSpec = {
  ...{ act: "announce", title: "Make an announcement", verb: "Announce" },
  fields: [
    { name: "message", label: "Message", hint: "up to 1,000 characters" },
    { name: "url", label: "Link to more information", hint: "https://…; optional" },
    { name: "type", label: "Subject", hint: "one word, such as maintenance; optional" },
  ],
  says: ({ message = "" }) => [
    message.trim() === ""
      ? "Enter a message."
      : "It is shown at once to all users, in the terminal and over streams, until it is withdrawn. It also goes to the inbox of every account and stays there.",
  ],
  input: ({ message = "", url = "", type = "" }) =>
    message.trim() === "" ? undefined : { message: message.trim(), ...(url && { url }), ...(type && { type }) },
};

export function withdrawAct({ announcement_id, message }: Notices["announcements"][number]): ActSpec {
  return {
    ...{ act: "withdraw_announcement", title: `Withdraw announcement ${announcement_id}`, verb: "Withdraw" },
    says: () => [`This announcement is no longer shown, but stays in inboxes: “${message}”`],
    changes: () => [[`Announcement ${announcement_id}`, "shown", "withdrawn"]],
    input: () => ({ announcement_id }),
  };
}

export const maintenanceAct: ActSpec = {
  ...{ act: "maintenance", title: "Announce maintenance", verb: "Announce", isGrave: true },
  fields: [
    { name: "start", label: "Begins (your local time)", kind: "time" },
    { name: "end", label: "Ends (your local time)", kind: "time" },
    { name: "message", label: "Message, shown to traders", hint: "up to 200 characters" },
  ],
  says: ({ start = "", end = "" }) => [
    start === "" || end === ""
      ? "Choose when maintenance begins and ends."
      : `From ${new Date(start).toISOString()} to ${new Date(end).toISOString()} no orders are accepted or matched. The window is announced at once, and trading resumes one minute after its end.`,
  ],
  input: ({ start = "", end = "", message = "" }) =>
    start === "" || end === "" ? undefined : { start_time: Date.parse(start), end_time: Date.parse(end), message },
};

function endVerb(phase: Notices["maintenance"]["phase"]): string {
  return phase === "running" ? "End maintenance" : "Withdraw maintenance";
}

export function endMaintenanceAct({ phase, message }: Notices["maintenance"]): ActSpec {
  return {
    ...{ act: "maintenance", title: endVerb(phase), verb: endVerb(phase) },
    says: () => [
      phase === "running"
        ? "Maintenance ends now, and trading resumes in one minute."
        : "The announced window is withdrawn.",
      ...(message === "" ? [] : [`Its message was: “${message}”`]),
    ],
    changes: () => [["Maintenance", phase, "none"]],
    input: () => ({ start_time: 0 }),
  };
}
