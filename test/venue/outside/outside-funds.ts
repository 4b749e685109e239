// Helpers for money, from outside: sub-accounts, transfers, and accounts that hold an exact amount.

import type { Answer, Row } from "./outside-caller.ts";
import { accepted, newTrader, type Trader, type TraderOptions } from "./trader.ts";

export const EVERY_SCOPE = "read,trading,asset";

/** Opens a sub-account, which the main account's key signs for. */
export async function openSubAccount(main: Trader, description = ""): Promise<Trader> {
  const opened = accepted(await main.post("/v1/client/add_sub_account", { description }));
  return main.actingFor(String(opened.data.account_id));
}

export function transfer(from: Trader, to: string, amount: number): Promise<Answer> {
  const receiver_list = [{ account_id: to, amount }];
  return from.post("/v1/internal_transfer", { token: "USDC", receiver_list });
}

export async function holdingOf(trader: Trader): Promise<number> {
  const { data } = accepted(await trader.get("/v1/client/holding?all=true"));
  return Number((data.holding as readonly { readonly holding: number }[])[0]!.holding);
}

/** A trader who holds exactly this much: the rest of what the faucet gives goes to a sub-account. */
export async function newTraderWith(url: string, holding: number, options: TraderOptions = {}): Promise<Trader> {
  const trader = await newTrader(url, { scope: EVERY_SCOPE, ...options });
  const { accountId } = await openSubAccount(trader, "the rest");
  accepted(await transfer(trader, accountId, Math.round(((await holdingOf(trader)) - holding) * 1e6) / 1e6));
  return trader;
}

export async function assetHistory(trader: Trader, query = ""): Promise<readonly Row[]> {
  return accepted(await trader.get(`/v1/asset/history${query}`)).data.rows!;
}

export async function accountInfo(trader: Trader): Promise<Row> {
  return accepted(await trader.get("/v1/account_info")).data;
}
