// Why an act did not happen, in the venue's words.

import { ApiError } from "@evermark/client";
import { venueWords } from "../../format/venue-words.ts";

export function wordsForRefusal(error: unknown): string {
  if (error instanceof ApiError) return venueWords(error.message);
  return error instanceof Error ? error.message : String(error);
}
