// The operator's announcements. Interface 2.2 and 4.2.

import Type from "typebox";
import { endpoint, perIp, stated } from "../rows/endpoint.ts";
import { rows } from "../rows/shapes.ts";

export const announcement = Type.Object({
  announcement_id: Type.Integer({
    description: "number of the announcement, counted from 1; numbers are never reused",
  }),
  message: Type.String({ description: "for people to read" }),
  url: Type.Optional(Type.String({ description: "address of a page with more information; absent if there is none" })),
});

export const announcements = {
  getAnnouncements: endpoint({
    method: "GET",
    path: "/v1/public/announcement",
    summary: "Announcements that are active now, the oldest first",
    auth: "none",
    limit: stated(perIp(10)),
    data: rows(announcement),
    source: "interface 4.2",
  }),
} as const;
