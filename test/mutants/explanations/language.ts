// Changes in `engine/language/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const language: readonly Explanation[] = [
  ...inFile("engine/language/codec/needed-behaviour.ts", [
    {
      line: "return NEWEST[command.type] === 0 ? (declared.since ?? 0) : neededFor(declared, command as unknown as FieldValues);",
      after: [
        "return NEWEST[command.type] !== 0 ? (declared.since ?? 0) : neededFor(declared, command as unknown as FieldValues);",
        "return NEWEST[command.type] === 1 ? (declared.since ?? 0) : neededFor(declared, command as unknown as FieldValues);",
        "return NEWEST[command.type] === (-1) ? (declared.since ?? 0) : neededFor(declared, command as unknown as FieldValues);",
      ],
      why: "only a shortcut: where no field was added later, no field requires a later behaviour",
    },
    {
      operator: "check",
      line: [
        'if (bytes === "parameters") return newestOf(PARAMETERS);',
        'if (bytes === "parameters") return behaviourOfValues(PARAMETERS, value as FieldValues);',
      ],
      why: "no parameter has been added with a behaviour of its own yet",
    },
  ]),
];
