// What the venue's thread and the history thread say to each other. Each direction is a queue; nothing is shared.

import type { DataPaths } from "../data-directory.ts";
import type { QueryName } from "./queries.ts";

export type ToHistory =
  /** The first message: how far the journal is durable is not known yet, but which snapshot will be gone on from. */
  | { readonly type: "prepare"; readonly paths: DataPaths }
  /** The second message. History answers `open` once it has projected everything up to `durable`. */
  | { readonly type: "open"; readonly paths: DataPaths; readonly durable: number }
  /** The journal is durable up to here. Sent again only after a `projected`. */
  | { readonly type: "durable"; readonly position: number }
  /** To be answered once `after` is projected. */
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
