// The floors of the interface, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list; house-rules.ts enforces that.

import type { Floor } from "./engine-floors.ts";

export const INTERFACE_FLOORS: readonly Floor[] = [
  {
    name: "rows",
    holds: "what an endpoint's row says, errors, and the words and shapes that sections share",
    folders: ["rows"],
  },
  { name: "chain", holds: "what wallets sign, what the vault is asked, how an account is named", folders: ["chain"] },
  { name: "topics", holds: "what a topic's row says, and the topics of markets", folders: ["topics"] },
  {
    name: "sections",
    holds: "the endpoints of each section, with what they take and answer",
    folders: ["markets", "trading", "accounts", "builders", "funds", "operators"],
  },
  { name: "streams", holds: "all topics, with those that show what sections show", folders: ["streams"] },
  { name: "queries", holds: "the kinds of the one open query", folders: ["queries"] },
  { name: "lists", holds: "every endpoint", folders: ["endpoints.ts"] },
  { name: "documents", holds: "OpenAPI and AsyncAPI, made of all of it", folders: ["documents"] },
];
