// Which account administers a builder: in a sandbox, the first one opened under it. Rules, Appendix C.4.

import type { Venue } from "../../venue.ts";

export function brokerOf({ engine }: Venue, account: number): number {
  return engine.findBroker(engine.account(account).brokerId);
}

export function isBrokerAdmin(venue: Venue, account: number): boolean {
  return venue.engine.fees.broker(brokerOf(venue, account)).firstAccount === account;
}
