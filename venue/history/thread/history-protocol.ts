// What the venue's thread and the history thread say to each other. Each direction is a queue; nothing is shared.

import type { DataPaths } from "@evermark/core";
import type { Retention } from "../retention/retention.ts";
import type { Kept } from "../retention/what-is-kept.ts";
import type { Progress } from "../tables/progress.ts";
import type { AskedQuery } from "./queries.ts";

export type ToHistory =
  /** The first message: how far the journal is durable is not known yet. Answered by `tables`. */
  | ({ readonly type: "prepare" } & Whereabouts)
  /** Once. What is asked from now on waits until its position is projected. */
  | ({ readonly type: "open"; readonly durable: number } & Whereabouts)
  /** The journal is durable up to here. Sent again only after a `projected`. */
  | { readonly type: "durable"; readonly position: number }
  /** To be answered once `after` is projected; a query before `open` is answered from the tables as they are. */
  | { readonly type: "ask"; readonly id: number; readonly after: number; readonly question: Question };

interface Whereabouts {
  readonly paths: DataPaths;
  readonly retention: Retention;
  /** The address of the PostgreSQL database that has the tables; null where a file has them. */
  readonly database: string | null;
}

export type Question =
  | ({ readonly type: "query" } & AskedQuery)
  /** Answers when `after` is projected. */
  | { readonly type: "catch_up" }
  /** Brings the kept copy to what is stored; answers the position that it has then. */
  | { readonly type: "keep" }
  /** Stores what is projected and closes the tables; answers the position that they have, and nothing after it. */
  | { readonly type: "close" };

export type FromHistory =
  /** The file is looked at, before anything is answered from it; bytes. */
  | { readonly type: "checked"; readonly checked: number; readonly of: number }
  /** What the tables hold from before; null when nothing can be read of them. */
  | { readonly type: "tables"; readonly progress: Progress | null }
  /** The tables are made anew: reads see less than before, until `projected` says otherwise. */
  | { readonly type: "rebuilding"; readonly reason: string }
  /** Reads see everything up to here. After `held_up` it may be less than before. */
  | { readonly type: "projected"; readonly position: number }
  /** At the beginning, and now and then. */
  | { readonly type: "kept"; readonly kept: Kept }
  /** From tables that hold everything up to `position`, and nothing after it. */
  | { readonly type: "answer"; readonly id: number; readonly result: unknown; readonly position: number }
  /** The question could not be answered; history goes on. `isPassing`: later it may be. */
  | { readonly type: "refused"; readonly id: number; readonly message: string; readonly isPassing: boolean }
  /** Nothing more can be stored for now; what is stored can be read. */
  | { readonly type: "held_up"; readonly reason: string }
  /** Commands are stored again. */
  | { readonly type: "resumed" }
  /** History can't go on. */
  | { readonly type: "failed"; readonly error: unknown };
