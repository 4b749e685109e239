// Warns in plain words that liquidation is near, with advice.

import { useSelected } from "../../../cells/use-cell.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Margin } from "../../../session/asking/answers.ts";
import { warningsOf } from "./warnings.ts";

export function DangerBar({ session }: { readonly session: AccountSession }) {
  const warnings = useSelected(session.margin, warningsOrNone);
  return (
    <>
      <p className="unseen" role="alert">
        {warnings.map(({ title }) => title).join(" ")}
      </p>
      {warnings.map(({ key, title, said }) => (
        <p key={key} className="portfolio-danger">
          <strong>{title}</strong> {said}
        </p>
      ))}
    </>
  );
}

function warningsOrNone(margin: Margin | undefined): ReturnType<typeof warningsOf> {
  return margin === undefined ? [] : warningsOf(margin);
}
