// Loaded before the program of a venue, so that its engine miscounts.

import { miscountDeposits } from "./miscounting.ts";

miscountDeposits();
