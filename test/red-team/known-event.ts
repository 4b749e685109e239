// The events that an engine reports, by the listener's method that receives them.

import type { Listener } from "@evermark/engine";

export type Event<Of extends keyof Listener> = Listener[Of] extends (event: infer Reported) => void ? Reported : never;
