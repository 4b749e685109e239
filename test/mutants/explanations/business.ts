// Changes in `engine/business/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const business: readonly Explanation[] = [
  ...inFile("engine/business/funds/deposits.ts", [
    {
      operator: "term",
      line: 'return depositReferences.has(reference) || (key !== "" && depositReferences.has(placeOf(key)));',
      after: "return depositReferences.has(reference) || (depositReferences.has(placeOf(key)));",
      why: "nothing is stored under the place of an empty key",
    },
  ]),
  ...inFile("engine/business/market/settlement-price.ts", [
    {
      operator: "number",
      line: "return market.delistAt > 0 && at > endOf(market) - HALF_HOUR_MS;",
      after: "return market.delistAt > 1 && at > endOf(market) - HALF_HOUR_MS;",
      why: "no market is delisted in the first millisecond of 1970",
    },
  ]),
  ...inFile("engine/business/vaults/vault-reader.ts", [
    {
      operator: "term",
      line: "if (vault === undefined || holder === undefined) return { total: 0, available: 0 };",
      after: "if ((holder === undefined)) return { total: 0, available: 0 };",
      why: "where there is no vault, it has no holder",
    },
  ]),
  ...inFile("engine/business/rates/rates.ts", [
    {
      operator: "term",
      line: "if (broker === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none, the command was rejected",
    },
  ]),
  ...inFile("engine/business/vaults/vault-requests.ts", [
    {
      operator: "term",
      line: "if (vault === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none, the command was rejected",
    },
  ]),
  ...inFile("engine/business/vaults/creation.ts", [
    {
      operator: "term",
      line: "if (vault === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none, the command was rejected",
    },
  ]),
];
