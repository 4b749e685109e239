// An input for an amount of USDC, with a button for the maximum.

import { Button } from "../../parts/button.tsx";
import { DecimalField } from "../../parts/field.tsx";
import { words } from "../../texts/words.ts";
import type { AmountFault } from "./amount.ts";

const texts = words.funds;

interface AmountFieldProps {
  readonly amount: string;
  /** The maximum with all its digits; undefined while unknown. */
  readonly most: string | undefined;
  readonly least?: string | undefined;
  readonly fault: AmountFault | undefined;
  /** What limits the maximum: the wallet's balance, or what is available in the account. */
  readonly bound: "inWallet" | "available";
  readonly onAmount: (amount: string) => void;
}

export function AmountField({ amount, most, least = "", fault, bound, onAmount }: AmountFieldProps) {
  const max = (
    <>
      {texts.usdc}
      <Button look="bare" disabled={most === undefined} onClick={() => onAmount(most ?? "")}>
        {texts.max}
      </Button>
    </>
  );
  return (
    <DecimalField
      label={texts.amount}
      value={amount}
      unit={max}
      placeholder="0"
      fault={fault === undefined ? undefined : faultText(fault, { most: most ?? "", least, bound })}
      onText={onAmount}
    />
  );
}

interface Bounds {
  readonly most: string;
  readonly least: string;
  readonly bound: "inWallet" | "available";
}

function faultText(fault: AmountFault, { most, least, bound }: Bounds): string {
  if (fault === "tooMuch") return texts.faults[bound](most);
  if (fault === "tooLittle") return texts.faults.minimum(least);
  return texts.faults[fault];
}
