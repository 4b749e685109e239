// Keys about what is kept on disk, and about how the venue is watched.

import { DAYS_MAX, daysOrKeepDays, oneOf, postgresUrl, text, wholeNumber, yesOrNo } from "../values/value-kinds.ts";
import { key } from "./key.ts";

export const UPKEEP_KEYS = {
  "journal.segment_bytes": key({
    isOwn: true,
    kind: wholeNumber(65_536, 4_294_967_296),
    fallback: 67_108_864,
    placeholder: "bytes",
    description: "size in bytes at which a journal file is closed and the next one is started",
  }),
  "journal.snapshot_every_commands": key({
    isOwn: true,
    kind: wholeNumber(1_000, Number.MAX_SAFE_INTEGER),
    fallback: 1_000_000,
    placeholder: "number",
    description: "number of commands between snapshots",
  }),
  "journal.keep_snapshots": key({
    isOwn: true,
    kind: wholeNumber(1, 1_000),
    fallback: 2,
    placeholder: "number",
    description: "number of snapshots to keep",
  }),
  "journal.prune": key({
    isOwn: true,
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description: "whether journal files that precede every kept snapshot are deleted",
  }),
  "journal.prune_shared": key({
    isOwn: true,
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description:
      "on a node with `history.database`: whether batches of the journal are deleted from PostgreSQL once every snapshot there, history " +
      "and all nodes are past them",
  }),
  "history.database": key({
    isOwn: true,
    kind: postgresUrl(),
    fallback: "none",
    placeholder: "database",
    alias: "history",
    description:
      "the PostgreSQL database for history, the same for all nodes of a venue: the one of `cluster`, or another; " +
      "none: a file in the data directory",
  }),
  "history.keep_days": key({
    isOwn: true,
    kind: wholeNumber(0, DAYS_MAX),
    fallback: 0,
    placeholder: "days",
    description:
      "number of whole days that history keeps, in addition to the current day; 0: for ever. Money, candles and daily totals " +
      "are kept for ever",
  }),
  "history.orders_days": key({
    isOwn: true,
    kind: daysOrKeepDays(),
    fallback: "keep_days",
    placeholder: "days",
    description: "the same for orders and algo orders that have ended, with their fills",
  }),
  "history.trades_days": key({
    isOwn: true,
    kind: daysOrKeepDays(),
    fallback: "keep_days",
    placeholder: "days",
    description: "the same for public trades, except for the latest 500 of each market, and for totals by minute",
  }),
  "history.positions_days": key({
    isOwn: true,
    kind: daysOrKeepDays(),
    fallback: "keep_days",
    placeholder: "days",
    description: "the same for closed positions, settled funding payments and liquidations",
  }),
  "backup.place": key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a directory, s3://bucket/prefix, or none"),
    fallback: "none",
    placeholder: "place",
    description: "where `evermark backup` copies to by default, and where `evermark doctor` checks the age of the copy",
  }),
  "clock.jump_limit_seconds": key({
    kind: wholeNumber(0, 86_400),
    fallback: { sandbox: 0, production: 10 },
    placeholder: "seconds",
    description:
      "a larger jump of the machine's clock halts trading until the clock is back or confirmed; 0: any jump is followed",
  }),
  log_level: key({
    isOwn: true,
    kind: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    fallback: "info",
    placeholder: "level",
    description: "how much is logged to standard error, or to `log_file`",
  }),
  log_file: key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a file, or none"),
    fallback: "none",
    placeholder: "file",
    description: "file for the log, instead of standard error; SIGHUP reopens it, after it was moved away",
  }),
  audit: key({
    isOwn: true,
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description: "whether every invariant is checked after every command; slow, for tests and research",
  }),
} as const;
