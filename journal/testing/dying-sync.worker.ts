// A thread that ends when it is asked to sync.

import { troubledThread } from "./troubled-sync.ts";

troubledThread(() => process.exit(0));
