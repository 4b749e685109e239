// Every flood by its name.

import type { Flood } from "./flood.ts";
import { requestFloods } from "./request-floods.ts";
import { streamFloods } from "./stream-floods.ts";

export const floods: Readonly<Record<string, Flood>> = { ...requestFloods, ...streamFloods };
