// Clients that a venue has answered and that can query it again: accounts with keys. Everything that a venue shows
// about them is recorded as a picture. After damage, the picture must be the same.

import {
  AnswerLost,
  ApiError,
  bindKey,
  Client,
  generateApiKey,
  generateWallet,
  newClientOrderId,
  onboard,
  openAccount,
  RestClient,
  type Signer,
} from "@evermark/client";
import { SYMBOL } from "../witness/bot.ts";

const BROKER = "demo";
const PAGE = 500;
/** Far below the market, where no bot's order matches it. */
export const DEED = {
  symbol: SYMBOL,
  side: "BUY",
  order_type: "LIMIT",
  order_price: 145,
  order_quantity: 0.1,
} as const;

/** A change that a venue has acknowledged, with what is needed to find it again. */
export type Deed =
  | { readonly kind: "order"; readonly by: Signer; readonly clientOrderId: string; readonly orderId: number }
  | { readonly kind: "account"; readonly of: Signer };

/** What the venue shows about one account, as JSON. */
export type Picture = ReadonlyMap<string, string>;

/** Opens an account and binds a key; both are acknowledged when this returns. @throws {AnswerLost | ApiError} */
export async function register(baseUrl: string): Promise<Signer> {
  const rest = new RestClient({ baseUrl, repeatsMax: 0 });
  const wallet = generateWallet();
  const { accountId } = await openAccount(rest, wallet, BROKER);
  const key = await generateApiKey();
  await bindKey(rest, wallet, BROKER, key);
  return { accountId, key };
}

/** Opens a funded account in a sandbox. */
export async function registerTrader(baseUrl: string): Promise<Signer> {
  const { client, credentials } = await onboard({ baseUrl, brokerId: BROKER, repeatsMax: 0 });
  client.close();
  return credentials;
}

/** Makes one more change that the venue acknowledges. @returns undefined if the venue refused or did not answer */
export async function act(baseUrl: string, trader: Signer | undefined): Promise<Deed | undefined> {
  try {
    if (trader === undefined) return { kind: "account", of: await register(baseUrl) };
    const client_order_id = newClientOrderId();
    const client = new Client({ baseUrl, signer: trader, repeatsMax: 0 });
    const { order_id } = await client.orders.placeOrder({ ...DEED, client_order_id });
    return { kind: "order", by: trader, clientOrderId: client_order_id, orderId: order_id };
  } catch (error) {
    if (error instanceof ApiError || error instanceof AnswerLost) return undefined;
    throw error;
  }
}

/** Whether an acknowledged change is still there, exactly as it was. */
export async function isThere(baseUrl: string, deed: Deed): Promise<boolean> {
  const signer = deed.kind === "order" ? deed.by : deed.of;
  const client = new Client({ baseUrl, signer });
  try {
    if (deed.kind === "account") return (await client.account.getClientInfo()).account_id === signer.accountId;
    const order = await client.orders.getOrderByClientId({ client_order_id: deed.clientOrderId });
    return (
      order.order_id === deed.orderId && order.quantity === DEED.order_quantity && order.price === DEED.order_price
    );
  } catch (error) {
    if (error instanceof ApiError && error.status !== 503) return false;
    throw error;
  }
}

/** What the engine knows about each account: that it exists, and its positions. @throws {ApiError | AnswerLost} */
export function enginePictureOf(baseUrl: string, people: readonly Signer[], hasMoney: boolean): Promise<Picture> {
  return pictureOf(baseUrl, people, async (client) => {
    const { account_id } = await client.account.getClientInfo();
    if (!hasMoney) return { account_id };
    const { rows } = await client.positions.getPositions();
    const positions = rows.map(({ symbol, position_qty, average_open_price }) => [
      symbol,
      position_qty,
      average_open_price,
    ]);
    return { account_id, positions };
  });
}

/**
 * What history returns for each account: its balance (including the last change), orders, fills and payments. @throws
 * {ApiError | AnswerLost}
 */
export function historyPictureOf(baseUrl: string, people: readonly Signer[]): Promise<Picture> {
  return pictureOf(baseUrl, people, async (client) => ({
    holding: (await client.account.getHolding()).holding,
    assets: await allPages((page) => client.funds.getAssetHistory({ page, size: PAGE })),
    trades: await allPages((page) => client.orders.getTrades({ page, size: PAGE })),
    orders: await allPages((page) => client.orders.getOrders({ page, size: PAGE })),
  }));
}

async function pictureOf(
  baseUrl: string,
  people: readonly Signer[],
  look: (client: Client) => Promise<unknown>,
): Promise<Picture> {
  const picture = new Map<string, string>();
  for (const signer of people) {
    picture.set(signer.accountId, JSON.stringify(await look(new Client({ baseUrl, signer }))));
  }
  return picture;
}

async function allPages<Row>(
  read: (page: number) => Promise<{ rows: Row[]; meta: { total: number } }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { rows: more, meta } = await read(page);
    rows.push(...more);
    if (more.length === 0 || rows.length >= meta.total) return rows;
  }
}
