// What nothing can show in `engine/business/`.

import { type Explanation, inFile } from "../explained.ts";

export const business: readonly Explanation[] = [
  ...inFile("engine/business/rates/rates.ts", [
    {
      operator: "term",
      line: "if (broker === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none it was refused",
    },
  ]),
  ...inFile("engine/business/vaults/asked-operations.ts", [
    {
      operator: "term",
      line: "if (vault === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none it was refused",
    },
  ]),
  ...inFile("engine/business/vaults/creation.ts", [
    {
      operator: "term",
      line: "if (vault === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none it was refused",
    },
  ]),
];
