// The files for an operator's other programs, by path. Like the pages, they are made from declarations.

import { join } from "node:path";
import { alertRules } from "@evermark/venue/operation/alerts/alerts.ts";
import { DASHBOARD_FILE, dashboard } from "./dashboard.ts";

export const DEPLOYMENT = join(import.meta.dir, "deployment");

export const OPERATOR_FILES: Readonly<Record<string, string>> = {
  [join(DEPLOYMENT, "prometheus/alerts.yml")]: alertRules(),
  [DASHBOARD_FILE]: dashboard(),
};
