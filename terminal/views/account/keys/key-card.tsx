// One API key: its scope, expiry and addresses, and its removal.

import { useState } from "react";
import { dayAndTime } from "../../../format/time.ts";
import { Button } from "../../../parts/button.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { ApiKey } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Facts } from "../reading/facts.tsx";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { KeyAddresses } from "./key-addresses.tsx";

const texts = words.account.keys;

interface KeyCardProps {
  readonly session: AccountSession;
  readonly row: ApiKey;
  /** Whether this page signs with this key. */
  readonly isOwn: boolean;
  readonly onChanged: () => void;
}

export function KeyCard({ session, row, isOwn, onChanged }: KeyCardProps) {
  const [shows, setShows] = useState<"addresses" | "end" | null>(null);
  const isActive = row.key_status === "ACTIVE";
  const name = row.tag || texts.unnamed;
  return (
    <li className="account-card" data-ended={!isActive || undefined}>
      <div className="account-card-head">
        <strong>{name}</strong>
        {isOwn && <span className="account-badge">{texts.own}</span>}
        {!isActive && <span className="account-badge">{texts.ended}</span>}
      </div>
      <code className="account-code">{row.svc_key}</code>
      <Facts
        rows={[
          [texts.scope, row.scope.split(",").map(scopeName).join(", ")],
          [isActive ? texts.until : texts.endedAt, dayAndTime(row.expiration)],
          [texts.from, fromWhere(row)],
        ]}
      />
      {isActive && shows === null && (
        <div className="account-acts">
          <Button aria-label={`${texts.restrict}: ${name}`} onClick={() => setShows("addresses")}>
            {texts.restrict}
          </Button>
          <Button aria-label={`${texts.remove}: ${name}`} onClick={() => setShows("end")}>
            {texts.remove}
          </Button>
        </div>
      )}
      {shows === "addresses" && (
        <KeyAddresses
          session={session}
          row={row}
          onClose={(hasChanged) => {
            setShows(null);
            if (hasChanged) onChanged();
          }}
        />
      )}
      {shows === "end" && (
        <RemoveKey
          session={session}
          row={row}
          isOwn={isOwn}
          onClose={(hasChanged) => {
            setShows(null);
            if (hasChanged) onChanged();
          }}
        />
      )}
    </li>
  );
}

function scopeName(scope: string): string {
  return texts.scopes[scope as keyof typeof texts.scopes]?.name ?? scope;
}

function fromWhere({ ip_restriction_status, ip_restriction_list }: ApiKey): string {
  if (ip_restriction_status === "ALLOW_ALL_IPS") return texts.anywhere;
  return ip_restriction_status === "DISALLOW_ALL_IPS" ? texts.nowhere : ip_restriction_list.join(", ");
}

interface RemoveKeyProps extends Omit<KeyCardProps, "onChanged"> {
  readonly onClose: (hasChanged: boolean) => void;
}

function RemoveKey({ session, row, isOwn, onClose }: RemoveKeyProps) {
  const { isRunning, failure, run } = useRequest();
  const remove = () =>
    run(async () => {
      await session.client.keys.removeKey({ svc_key: row.svc_key });
      onClose(true);
    });
  return (
    <div className="account-form">
      <p className="note" data-tone={isOwn ? "bad" : undefined}>
        {isOwn ? texts.removeOwn : texts.removeMeans}
      </p>
      <Failure text={failure} />
      <div className="account-acts">
        <Button onClick={() => onClose(false)}>{words.common.cancel}</Button>
        <Button look="fall" disabled={isRunning} onClick={() => void remove()}>
          {texts.removeNow}
        </Button>
      </div>
    </div>
  );
}
