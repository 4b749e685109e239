// The venue's reserves compared with its liabilities, and where they are held.

import { type SyntheticEvent, useState } from "react";
import { decimal } from "../../format/figure-text.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { type Reserves, reserveLines } from "./reserve-lines.ts";

const texts = words.funds.reserves;

/** Read each time the section is opened. */
export function ReservesPart() {
  const { client } = useTerminal().venue;
  const [reserves, setReserves] = useState<Reserves | "failed" | undefined>(undefined);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open) return;
    client.venueFacts.getReserves().then(setReserves, () => setReserves("failed"));
  };
  return (
    <details className="funds-part" onToggle={onToggle}>
      <summary>{texts.title}</summary>
      {reserves === undefined && <p role="status">{words.common.loading}</p>}
      {reserves === "failed" && <p className="note">{texts.failed}</p>}
      {typeof reserves === "object" && <Figures reserves={reserves} />}
    </details>
  );
}

function Figures({ reserves }: { readonly reserves: Reserves }) {
  const { assets, liabilities } = reserves;
  return (
    <div className="funds-form">
      <dl className="facts">
        <dt>{texts.held}</dt>
        <dd>{assets === null ? texts.unknown : `${decimal(assets)} ${words.funds.usdc}`}</dd>
        <dt>{texts.owed}</dt>
        <dd>{`${decimal(liabilities)} ${words.funds.usdc}`}</dd>
        {reserveLines(reserves).map(({ name, amount, address, stop }) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} amount`} title={address}>
            {amount}
            {stop !== null && <span className="note"> {texts.stopped(stop)}</span>}
          </dd>,
        ])}
      </dl>
    </div>
  );
}
