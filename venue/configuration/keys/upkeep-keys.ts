// Keys about what is kept on disk, and about how the venue is watched.

import { DAYS_MAX, daysOrKeepDays, oneOf, postgresUrl, text, wholeNumber, yesOrNo } from "../values/kinds.ts";
import { key } from "./key.ts";

export const UPKEEP_KEYS = {
  "journal.segment_bytes": key({
    isOwn: true,
    kind: wholeNumber(65_536, 4_294_967_296),
    fallback: 67_108_864,
    placeholder: "bytes",
    description: "size at which a journal file is closed and the next one begun",
  }),
  "journal.snapshot_every_commands": key({
    isOwn: true,
    kind: wholeNumber(1_000, Number.MAX_SAFE_INTEGER),
    fallback: 1_000_000,
    placeholder: "number",
    description: "commands between snapshots",
  }),
  "journal.keep_snapshots": key({
    isOwn: true,
    kind: wholeNumber(1, 1_000),
    fallback: 2,
    placeholder: "number",
    description: "snapshots that are kept",
  }),
  "journal.prune": key({
    isOwn: true,
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description: "whether journal files that every kept snapshot has passed are deleted",
  }),
  "journal.prune_shared": key({
    isOwn: true,
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description:
      "on a node with `history.database`: whether batches of the journal in PostgreSQL are dropped that every snapshot there, history " +
      "and all nodes have passed",
  }),
  "history.database": key({
    isOwn: true,
    kind: postgresUrl(),
    fallback: "none",
    placeholder: "database",
    alias: "history",
    description:
      "the PostgreSQL database that has what history keeps, the same for all nodes of a venue: the one of `cluster`, or another; " +
      "none: a file in the data directory",
  }),
  "history.keep_days": key({
    isOwn: true,
    kind: wholeNumber(0, DAYS_MAX),
    fallback: 0,
    placeholder: "days",
    description:
      "whole days for which history keeps what happened, besides the one that runs; 0: for ever. Money, candles and sums by day " +
      "stay for ever",
  }),
  "history.orders_days": key({
    isOwn: true,
    kind: daysOrKeepDays(),
    fallback: "keep_days",
    placeholder: "days",
    description: "the same of orders and algo orders that have ended, with their fills",
  }),
  "history.trades_days": key({
    isOwn: true,
    kind: daysOrKeepDays(),
    fallback: "keep_days",
    placeholder: "days",
    description: "the same of the public tape, but for the latest 500 trades of each market, and of sums by minute",
  }),
  "history.positions_days": key({
    isOwn: true,
    kind: daysOrKeepDays(),
    fallback: "keep_days",
    placeholder: "days",
    description: "the same of positions that are closed, settled funding payments and liquidations",
  }),
  "backup.place": key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a directory, s3://bucket/prefix, or none"),
    fallback: "none",
    placeholder: "place",
    description:
      "where `evermark backup` copies to when it is not given a place, and `evermark doctor` looks how old the copy is",
  }),
  "clock.jump_limit_seconds": key({
    kind: wholeNumber(0, 86_400),
    fallback: { sandbox: 0, production: 10 },
    placeholder: "seconds",
    description:
      "a jump of the machine's clock by more than this halts trading until it is back or confirmed; 0 follows any jump",
  }),
  log_level: key({
    isOwn: true,
    kind: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    fallback: "info",
    placeholder: "level",
    description: "how much is written to standard error, or to the file of `log_file`",
  }),
  log_file: key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a file, or none"),
    fallback: "none",
    placeholder: "file",
    description: "where the log goes instead of standard error; SIGHUP opens it anew, after it was moved away",
  }),
  audit: key({
    isOwn: true,
    kind: yesOrNo(),
    fallback: false,
    placeholder: "",
    description: "whether every invariant is recomputed after every command; slow, for tests and research",
  }),
} as const;
