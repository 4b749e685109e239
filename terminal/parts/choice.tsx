// A choice of one from a few visible options.

import { type ReactNode, useId } from "react";

interface ChoiceProps<Value extends string> {
  /** What the choice is about, for screen readers. */
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
