// Every declared endpoint, in the order of the sections.

import { account } from "./account.ts";
import { algo } from "./algo-orders.ts";
import type { EndpointRow } from "./endpoint.ts";
import { marketData } from "./market-data.ts";
import { orders } from "./orders.ts";
import { positions } from "./positions.ts";
import { registration } from "./registration.ts";
import { sandbox } from "./sandbox.ts";

export const endpoints: readonly EndpointRow[] = [
  registration,
  marketData,
  orders,
  algo,
  positions,
  account,
  sandbox,
].flatMap((section) => Object.values<EndpointRow>(section));
