// A request that places an order or an algo order, as it is sent. Interface 4.4, 4.10.

import type { Client } from "@evermark/client";

type InputOf<Method extends (input: never) => unknown> = Parameters<Method>[0];

export type OrderBody = InputOf<Client["orders"]["preview"]>;
export type AlgoBody = InputOf<Client["algo"]["placeAlgoOrder"]>;

export type OrderRequest =
  | { readonly to: "order"; readonly body: OrderBody }
  | { readonly to: "algo"; readonly body: AlgoBody };
