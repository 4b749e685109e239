// All texts of the terminal, by view. Another language is another object of this shape.

import { account } from "./english/account.ts";
import { book } from "./english/book.ts";
import { chart } from "./english/chart.ts";
import { common } from "./english/common.ts";
import { drawings } from "./english/drawings.ts";
import { funds } from "./english/funds.ts";
import { histories } from "./english/histories.ts";
import { markets } from "./english/markets.ts";
import { plans } from "./english/plans.ts";
import { portfolio } from "./english/portfolio.ts";
import { sandbox } from "./english/sandbox.ts";
import { shell } from "./english/shell.ts";
import { signIn } from "./english/sign-in.ts";
import { ticket } from "./english/ticket.ts";

export const words = {
  ...{ common, shell, signIn, markets, book, chart, drawings, ticket, plans },
  ...{ portfolio, histories, account, funds, sandbox },
} as const;
