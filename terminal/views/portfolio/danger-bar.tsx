// Says in plain words that liquidation is near, and what helps.

import type { AccountSession } from "../../session/account-session.ts";
import type { Margin } from "../../session/answers.ts";
import { useSelected } from "../../state/use-cell.ts";
import { warningsOf } from "./warnings.ts";

export function DangerBar({ session }: { readonly session: AccountSession }) {
  const warnings = useSelected(session.margin, warningsOrNone);
  if (warnings.length === 0) return null;
  return (
    <div className="portfolio-danger" role="alert">
      {warnings.map(({ key, said }) => (
        <p key={key}>{said}</p>
      ))}
    </div>
  );
}

function warningsOrNone(margin: Margin | undefined): ReturnType<typeof warningsOf> {
  return margin === undefined ? [] : warningsOf(margin);
}
