// All declared endpoints, in the order of the sections. A section has the name that it has in the client library.

import { account } from "./accounts/account.ts";
import { delegates } from "./accounts/delegates.ts";
import { keys } from "./accounts/keys.ts";
import { notifications } from "./accounts/notifications.ts";
import { registration } from "./accounts/registration.ts";
import { statistics } from "./accounts/statistics.ts";
import { subAccounts } from "./accounts/sub-accounts.ts";
import { brokers } from "./builders/brokers.ts";
import { referral } from "./builders/referral.ts";
import { funds } from "./funds/funds.ts";
import { receivers } from "./funds/receivers.ts";
import { strategyVaults } from "./funds/strategy-vaults.ts";
import { announcements } from "./markets/announcements.ts";
import { charting } from "./markets/charting.ts";
import { funding } from "./markets/funding.ts";
import { marketData } from "./markets/market-data.ts";
import { marketFigures } from "./markets/market-figures.ts";
import { venueFacts } from "./markets/venue-facts.ts";
import { sandbox } from "./operators/sandbox.ts";
import { publicQuery } from "./queries/public-query.ts";
import type { EndpointRow } from "./rows/endpoint.ts";
import { algo } from "./trading/algo-orders.ts";
import { liquidations } from "./trading/liquidations.ts";
import { orders } from "./trading/orders.ts";
import { positions } from "./trading/positions.ts";

export const sections: Readonly<Record<string, Readonly<Record<string, EndpointRow>>>> = {
  registration,
  marketData,
  marketFigures,
  charting,
  venueFacts,
  announcements,
  publicQuery,
  orders,
  algo,
  positions,
  funding,
  liquidations,
  account,
  statistics,
  keys,
  delegates,
  notifications,
  brokers,
  referral,
  subAccounts,
  funds,
  receivers,
  strategyVaults,
  sandbox,
};

/** `marketData` is "Market data". */
export function sectionTitle(section: string): string {
  const words = section.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const endpoints: readonly EndpointRow[] = Object.values(sections).flatMap((section) => Object.values(section));
