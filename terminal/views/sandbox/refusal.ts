// Why an act did not happen, in the venue's words.

import { ApiError } from "@evermark/client";

export function wordsForRefusal(error: unknown): string {
  if (error instanceof ApiError) return `${error.message}${error.code === null ? "" : ` (${error.code})`}`;
  return error instanceof Error ? error.message : String(error);
}
