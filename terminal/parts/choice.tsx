// One of a few, all of them in sight.

import { type ReactNode, useId } from "react";

interface ChoiceProps<Value extends string> {
  /** What is chosen, for those who can't see it. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: ReactNode])[];
  readonly onChoose: (value: Value) => void;
}

export function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choice-set">
      <legend className="unseen">{label}</legend>
      <div className="choice">
        {options.map(([option, text]) => (
          <label key={option}>
            <input
              type="radio"
              className="unseen"
              name={name}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
