// The signed-in account in the head of the page, with its menu.

import { type Identity, shortAddress } from "../../identity/identity.ts";
import { Popover } from "../../parts/popover.tsx";
import { words } from "../../texts/words.ts";
import { fundsDialog } from "../funds/funds-view.tsx";
import { AccountMenuPanel } from "./account-menu-panel.tsx";
import { useSubAccountName } from "./use-sub-account-name.ts";

const { menu } = words.signIn;

export function AccountMenu({ identity }: { readonly identity: Identity }) {
  const address = shortAddress(identity.wallet);
  const subAccount = useSubAccountName(identity);
  return (
    <div className="sign-in-menu">
      <Popover
        // Includes the visible text, because users of voice control speak what they see.
        label={menu.open(subAccount === undefined ? address : `${address} ${menu.subAccount(subAccount)}`)}
        panelName={menu.account}
        // A trader who opens the menu may want to deposit or withdraw, which needs the chain's libraries.
        onPointerEnter={fundsDialog.ahead}
        onFocus={fundsDialog.ahead}
        face={
          <>
            <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8">
              <circle cx="4" cy="4" r="4" fill="var(--accent)" />
            </svg>
            {address}{" "}
            {subAccount !== undefined && <span className="sign-in-sub faint">{menu.subAccount(subAccount)}</span>}
          </>
        }
      >
        {(close) => <AccountMenuPanel identity={identity} onClose={close} />}
      </Popover>
    </div>
  );
}
