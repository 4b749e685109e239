// Loaded before the program of a venue, to make its engine miscount (miscounting.ts).

import { miscountDeposits } from "./miscounting.ts";

miscountDeposits();
