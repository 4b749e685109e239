// A labelled input, with its unit, its error and a hint.

import { type ComponentProps, type ReactNode, useId } from "react";
import { NUMERALS } from "../format/numerals.ts";
import { doubtOf } from "../format/typed.ts";
import { words } from "../texts/words.ts";

interface FieldFrame {
  readonly label: string;
  readonly unit?: ReactNode;
  /** The error; screen readers announce it when it appears. */
  readonly fault?: string | undefined;
  readonly hint?: ReactNode;
}

type InputProps = FieldFrame & ComponentProps<"input">;

export function Field({ label, unit, fault, hint, id: given, ...input }: InputProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <FieldAround {...{ id, label, unit, fault, hint }}>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-more`}
        {...input}
      />
    </FieldAround>
  );
}

interface DecimalProps extends InputProps {
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** An input for a number, kept as typed text; format/typed.ts reads it, or gives the reason why it is not a number. */
export function DecimalField({ onText, fault, ...rest }: DecimalProps) {
  return (
    <Field
      inputMode={KEYPAD}
      {...rest}
      fault={doubtText(rest.value) ?? fault}
      onChange={({ target }) => onText(target.value)}
    />
  );
}

/** Why a text is not a number, in words. */
export function doubtText(typed: string): string | undefined {
  const doubt = doubtOf(typed);
  return doubt && words.common.doubts[doubt];
}

/** The decimal keypad has only the device's decimal point, so it is used only where that is also the page's. */
export const KEYPAD = new Intl.NumberFormat().format(1.5).includes(NUMERALS.point) ? "decimal" : "text";

type SelectProps = FieldFrame &
  Omit<ComponentProps<"select">, "id"> & {
    /** Values and their names. */
    readonly options: readonly (readonly [value: string, name: string])[];
  };

export function SelectField({ label, unit, fault, hint, options, ...select }: SelectProps) {
  const id = useId();
  return (
    <FieldAround {...{ id, label, unit, fault, hint }}>
      <select id={id} aria-describedby={`${id}-more`} {...select}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </FieldAround>
  );
}

function FieldAround({ id, label, unit, fault, hint, children }: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-box">
        {children}
        {unit !== undefined && <span className="field-unit">{unit}</span>}
      </div>
      <div id={`${id}-more`} hidden={fault === undefined && hint === undefined}>
        {fault !== undefined ? (
          <span className="field-fault" role="alert">
            {fault}
          </span>
        ) : (
          <span className="field-hint">{hint}</span>
        )}
      </div>
    </div>
  );
}

export function Switch({ label, ...input }: { readonly label: string } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className="switch">
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}
