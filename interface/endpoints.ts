// Every declared endpoint, in the order of the sections. A section is named as the client library names it.

import { account } from "./account.ts";
import { algo } from "./algo-orders.ts";
import { announcements } from "./announcements.ts";
import { brokers } from "./brokers.ts";
import { charting } from "./charting.ts";
import { delegates } from "./delegates.ts";
import type { EndpointRow } from "./endpoint.ts";
import { funding } from "./funding.ts";
import { funds } from "./funds.ts";
import { keys } from "./keys.ts";
import { liquidations } from "./liquidations.ts";
import { marketData } from "./market-data.ts";
import { marketFigures } from "./market-figures.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { positions } from "./positions.ts";
import { publicQuery } from "./public-query.ts";
import { receivers } from "./receivers.ts";
import { referral } from "./referral.ts";
import { registration } from "./registration.ts";
import { sandbox } from "./sandbox.ts";
import { statistics } from "./statistics.ts";
import { strategyVaults } from "./strategy-vaults.ts";
import { subAccounts } from "./sub-accounts.ts";
import { venueFacts } from "./venue-facts.ts";

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
