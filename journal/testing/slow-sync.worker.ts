// A thread whose sync does not finish before the file is made read-only.

import { fdatasyncSync, fstatSync } from "node:fs";
import { troubledThread } from "./troubled-sync.ts";

const WRITABLE = 0o200;

troubledThread((descriptor) => {
  while ((fstatSync(descriptor).mode & WRITABLE) !== 0) Bun.sleepSync(1);
  fdatasyncSync(descriptor);
  return undefined;
});
