// Commands as a workload draws them, mostly still without a time.

import type { Command } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";

export type CommandType = Command["type"];

type Untimed<Of> = Of extends Command ? Omit<Of, "at"> & { readonly at?: number } : never;

/** A command that gets its time when it is sent, or already has it: a tick on a whole second. */
export type Draft<Type extends CommandType = CommandType> = Untimed<Extract<Command, { type: Type }>>;

const { at: _, ...order } = placeOrder({});
/** A placement with default fields. */
export const ORDER: Draft<"place_order"> = order;
