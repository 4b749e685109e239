// Finds the imports that break a rule of the house. dependency-cruiser reads the files, including imports of types.

import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";
import { ROOMS, RULES } from "./house-rules.ts";

interface Findings {
  readonly files: number;
  readonly imports: number;
  /** Each with its rule, the reason for the rule, and the import that breaks it. */
  readonly broken: readonly string[];
}

/** @param root the folder that contains the rooms */
export async function importsOf(root: string): Promise<Findings> {
  const options: ICruiseOptions = {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: RULES },
    // Imports of types count.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types"],
      extensions: [".ts", ".tsx", ".json"],
    },
  };
  const { output } = await cruise([...ROOMS], options);
  const { summary } = output as ICruiseResult;
  const reasons = new Map(RULES.map(({ name, comment }) => [name, comment]));
  const broken = summary.violations.map(({ rule, from, to, cycle }) => {
    const imports = cycle === undefined ? to : cycle.map(({ name }) => name).join(" → ");
    return `${rule.name} (${reasons.get(rule.name)}): ${from} imports ${imports}`;
  });
  return { files: summary.totalCruised, imports: summary.totalDependenciesCruised ?? 0, broken };
}
