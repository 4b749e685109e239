// The floors of the interface, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list; house-rules.ts enforces that.

import type { Floor } from "./engine-floors.ts";

export const INTERFACE_FLOORS: readonly Floor[] = [
  {
    name: "rows",
    holds: "the contents of an endpoint's row, errors, and the words and shapes that sections share",
    folders: ["rows"],
  },
  { name: "chain", holds: "the data that wallets sign, the vault contract, ids of accounts", folders: ["chain"] },
  { name: "topics", holds: "the contents of a topic's row, and the topics of markets", folders: ["topics"] },
  {
    name: "sections",
    holds: "the endpoints of each section, with their input and output",
    folders: ["markets", "trading", "accounts", "builders", "funds", "operators"],
  },
  { name: "streams", holds: "all topics, including those that show the same data as sections", folders: ["streams"] },
  { name: "queries", holds: "the kinds of the one open query", folders: ["queries"] },
  { name: "lists", holds: "every endpoint", folders: ["endpoints.ts"] },
  { name: "documents", holds: "OpenAPI and AsyncAPI, generated from all of the above", folders: ["documents"] },
];
