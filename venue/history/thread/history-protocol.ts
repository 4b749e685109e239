// The messages between the venue's thread and the history thread. Each direction is a queue; nothing is shared.

import type { DataPaths } from "@evermark/core";
import type { Retention } from "../retention/retention.ts";
import type { RetentionReport } from "../retention/retention-report.ts";
import type { Progress } from "../tables/projected-progress.ts";
import type { AskedQuery } from "./history-queries.ts";

export type ToHistory =
  /** The first message, sent before it is known how far the journal is durable. Answered by `tables`. */
  | ({ readonly type: "prepare" } & Whereabouts)
  /** Sent once. Questions from now on wait until their position is projected. */
  | ({ readonly type: "open"; readonly durable: number } & Whereabouts)
  /** The journal is durable up to this position. Sent again only after a `projected`. */
  | { readonly type: "durable"; readonly position: number }
  /** To be answered once `after` is projected; a query before `open` is answered from the tables as they are. */
  | { readonly type: "ask"; readonly id: number; readonly after: number; readonly question: Question };

interface Whereabouts {
  readonly paths: DataPaths;
  readonly retention: Retention;
  /** The address of the PostgreSQL database that has the tables; null if they are in a file. */
  readonly database: string | null;
}

export type Question =
  | ({ readonly type: "query" } & AskedQuery)
  /** Answered when `after` is projected. */
  | { readonly type: "catch_up" }
  /** Brings the kept copy up to date with what is committed; answered with the position that it then has. */
  | { readonly type: "keep" }
  /** Commits what is projected and closes the tables; answered with their position. Nothing is answered after it. */
  | { readonly type: "close" };

export type FromHistory =
  /** Progress in checking the file, before anything is answered from it; bytes. */
  | { readonly type: "checked"; readonly checked: number; readonly of: number }
  /** How far the existing tables are; null when they cannot be read. */
  | { readonly type: "tables"; readonly progress: Progress | null }
  /** The tables are being rebuilt: reads see less than before, until `projected` reports otherwise. */
  | { readonly type: "rebuilding"; readonly reason: string }
  /** Reads see everything up to this position. After `held_up` it may be lower than before. */
  | { readonly type: "projected"; readonly position: number }
  /** How much is kept, sent at the beginning and now and then. */
  | { readonly type: "kept"; readonly kept: RetentionReport }
  /** An answer from tables that hold everything up to `position`, and nothing after it. */
  | { readonly type: "answer"; readonly id: number; readonly result: unknown; readonly position: number }
  /** The question could not be answered; history continues. `isPassing`: it may be answered later. */
  | { readonly type: "refused"; readonly id: number; readonly message: string; readonly isPassing: boolean }
  /** Nothing more can be committed for now; what is committed can be read. */
  | { readonly type: "held_up"; readonly reason: string }
  /** Commands are committed again. */
  | { readonly type: "resumed" }
  /** History can't continue. */
  | { readonly type: "failed"; readonly error: unknown };
