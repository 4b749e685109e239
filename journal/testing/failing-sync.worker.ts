// A thread whose disk can't sync.

import { troubledThread } from "./troubled-sync.ts";

troubledThread(() => ({ code: "EIO", message: "EIO: i/o error, fdatasync" }));
