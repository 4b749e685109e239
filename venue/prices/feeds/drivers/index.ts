// The venues whose feeds are known by name.

import type { VenueDriver } from "../../../configuration/price-sources.ts";
import type { Driver } from "../frames/driver.ts";
import { binance } from "./binance.ts";
import { bitfinex } from "./bitfinex.ts";
import { bitget } from "./bitget.ts";
import { bitstamp } from "./bitstamp.ts";
import { bybit } from "./bybit.ts";
import { coinbase } from "./coinbase.ts";
import { cryptoCom } from "./crypto-com.ts";
import { gate } from "./gate.ts";
import { kraken } from "./kraken.ts";
import { kucoin } from "./kucoin.ts";
import { okx } from "./okx.ts";

export const DRIVERS: Readonly<Record<VenueDriver, Driver>> = {
  binance,
  coinbase,
  kraken,
  okx,
  bybit,
  bitget,
  kucoin,
  gate,
  "crypto.com": cryptoCom,
  bitstamp,
  bitfinex,
};
