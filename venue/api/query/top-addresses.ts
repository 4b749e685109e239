import type { Handler } from "./question.ts";
export const topAddresses: Handler<"topAddresses"> = async ({ venue }) => ({
  rows: [],
  next_cursor: null,
  last_updated_time: venue.clock.now(),
});
