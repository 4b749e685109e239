// Commands as a workload draws them: mostly without a time yet.

import type { Command } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";

export type CommandType = Command["type"];

type Untimed<Of> = Of extends Command ? Omit<Of, "at"> & { readonly at?: number } : never;

/** A command that is stamped when it is sent, or has its time: a tick on a whole second. */
export type Draft<Type extends CommandType = CommandType> = Untimed<Extract<Command, { type: Type }>>;

const { at: _, ...order } = placeOrder({});
/** A placement that says nothing yet. */
export const ORDER: Draft<"place_order"> = order;
