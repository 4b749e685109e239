import { expect, test } from "bun:test";
import { journalRemedy, journalTrouble } from "./journal-trouble.ts";

const failed = (code: string) => Object.assign(new Error(`${code}: write /srv/venue/journal`), { code });

test.each([
  ["ENOSPC", "the venue's disk is full", "make room"],
  ["EDQUOT", "the venue's disk is full", "make room"],
  ["EROFS", "the venue's disk is read-only", "mount it so that it can be written"],
  ["EIO", "the journal can't be written", "check the disk"],
])("a failed write of the journal is reported without paths, with the remedy: %s", (code, reason, remedy) => {
  expect(journalTrouble(failed(code))).toBe(reason);
  expect(journalRemedy(failed(code))).toContain(remedy);
});
