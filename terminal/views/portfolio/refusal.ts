// Why the venue refused, in its own words, with the figures of the failed check.

import type { Refusal } from "@evermark/client";
import { words } from "../../texts/words.ts";

const text = words.portfolio.acts;

export function refusalOf({
  message,
  detail,
  retryAfterMs,
}: Pick<Refusal, "message" | "detail" | "retryAfterMs">): string {
  if (retryAfterMs !== undefined) return text.wait(Math.ceil(retryAfterMs / 1_000));
  const figures = Object.entries(detail ?? {})
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
  return figures.length === 0 ? message : text.detail(message, figures.join(", "));
}
