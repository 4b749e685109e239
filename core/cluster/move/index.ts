// A venue's journal moves between the files of one machine and the PostgreSQL of several nodes. Its records stay the same bytes.

export { databaseAt } from "../postgres/moving/database-words.ts";
export { changeConfiguration, readConfiguration } from "../postgres/moving/venue-configuration.ts";
export { type VenueStatus, venueStatus } from "../postgres/moving/venue-status.ts";
export { askForBehaviour, obstacle, type VenueVersions, venueVersions } from "../postgres/operating/venue-upgrade.ts";
export { exportJournal } from "./export-journal.ts";
export { importJournal } from "./import-journal.ts";
export type { MoveSummary } from "./moving-replica.ts";
