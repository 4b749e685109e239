// What the venue's thread and the history thread say to each other. Each direction is a queue; nothing is shared.

import type { DataPaths } from "../data-directory.ts";
import type { QueryName } from "./queries.ts";
import type { Progress } from "./schema.ts";

export type ToHistory =
  /** The first message: how far the journal is durable is not known yet. Answered by `tables`. */
  | { readonly type: "prepare"; readonly paths: DataPaths }
  /**
   * Once. History answers `opened` once it has projected everything up to `durable`. Whoever waits for that can't begin
   * with less; else it may take as long as it takes, and what is asked meanwhile waits.
   */
  | { readonly type: "open"; readonly paths: DataPaths; readonly durable: number; readonly isAwaited: boolean }
  /** The journal is durable up to here. Sent again only after a `projected`. */
  | { readonly type: "durable"; readonly position: number }
  /** To be answered once `after` is projected; a query before `open` is answered from the tables as they are. */
  | { readonly type: "ask"; readonly id: number; readonly after: number; readonly question: Question };

export type Question =
  | { readonly type: "query"; readonly name: QueryName; readonly parameters: readonly unknown[] }
  /** Answers when `after` is projected. */
  | { readonly type: "catch_up" }
  /** Makes the tables survive a power loss; answers the position that they have. */
  | { readonly type: "checkpoint" }
  /** Stores what is projected and closes the tables; answers the position that they have, and nothing after it. */
  | { readonly type: "close" };

export type FromHistory =
  /** What the tables hold from before; null when nothing can be read of them. */
  | { readonly type: "tables"; readonly progress: Progress | null }
  | { readonly type: "rebuilding"; readonly reason: string }
  | { readonly type: "opened"; readonly position: number }
  /** Reads see everything up to here. After `held_up` it may be less than before. */
  | { readonly type: "projected"; readonly position: number }
  | { readonly type: "answer"; readonly id: number; readonly result: unknown }
  /** The question could not be answered; history goes on. `isPassing`: later it may be. */
  | { readonly type: "refused"; readonly id: number; readonly message: string; readonly isPassing: boolean }
  /** Nothing more can be stored for now; what is stored can be read. */
  | { readonly type: "held_up"; readonly reason: string }
  /** Commands are stored again. */
  | { readonly type: "resumed" }
  /** History can't go on. */
  | { readonly type: "failed"; readonly error: unknown };
