// The account's API keys: lists them, makes new ones, removes them, and restricts the addresses that may use them.

import { heldKey } from "@evermark/client";
import { useCallback, useState } from "react";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { ApiKey } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { KeyCard } from "./key-card.tsx";
import { NewKey } from "./new-key.tsx";

const texts = words.account.keys;

interface KeysProps {
  readonly session: AccountSession;
  readonly identity: Identity;
}

export function Keys({ session, identity }: KeysProps) {
  const [isMaking, setIsMaking] = useState(false);
  const read = useRead(
    session,
    useCallback(async () => {
      const [{ rows }, { publicKey }] = await Promise.all([session.client.keys.getKeys(), heldKey(identity.key)]);
      // Active keys first; within each kind the venue lists the newest first.
      return { own: publicKey, rows: rows.toSorted((a, b) => Number(hasEnded(a)) - Number(hasEnded(b))) };
    }, [session, identity]),
  );
  if (identity.accountId !== identity.mainAccountId) return <p className="empty">{texts.ofMain}</p>;
  return (
    <div className="account-part">
      <div className="account-bar">
        <p className="soft">{texts.means}</p>
        {!isMaking && (
          <Button look="main" onClick={() => setIsMaking(true)}>
            {texts.make}
          </Button>
        )}
      </div>
      {isMaking && <NewKey identity={identity} onMade={read.again} onClose={() => setIsMaking(false)} />}
      <Readable read={read}>
        {({ own, rows }) => (
          <ul className="account-cards" aria-label={texts.list}>
            {rows.map((row) => (
              <KeyCard
                key={row.svc_key}
                session={session}
                row={row}
                isOwn={row.svc_key === own}
                onChanged={read.again}
              />
            ))}
          </ul>
        )}
      </Readable>
    </div>
  );
}

export function hasEnded({ key_status }: ApiKey): boolean {
  return key_status !== "ACTIVE";
}
