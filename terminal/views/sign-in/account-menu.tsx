// The account that is signed in, in the head of the page: who it is, and what to do with it.

import { useRef, useState } from "react";
import { type Identity, shortAddress } from "../../identity/identity.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import { fundsDialog } from "../funds/funds-view.tsx";
import { AccountMenuPanel } from "./account-menu-panel.tsx";
import { useSubAccountName } from "./use-sub-account-name.ts";

const { menu } = words.signIn;

export function AccountMenu({ identity }: { readonly identity: Identity }) {
  const [isOpen, setIsOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const address = shortAddress(identity.wallet);
  const subAccount = useSubAccountName(identity);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left, and Escape
    <div
      className="sign-in-menu"
      ref={around}
      onBlur={({ relatedTarget }) => {
        if (!around.current?.contains(relatedTarget)) setIsOpen(false);
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape" && isOpen) close();
      }}
    >
      <Button
        ref={opener}
        aria-expanded={isOpen}
        // What is seen stands in it as it is seen: users of voice control say that.
        aria-label={menu.open(subAccount === undefined ? address : `${address} ${menu.subAccount(subAccount)}`)}
        // A trader who opens the menu may want to deposit or withdraw, which takes the chain's libraries.
        onPointerEnter={fundsDialog.ahead}
        onFocus={fundsDialog.ahead}
        onClick={() => setIsOpen((wasOpen) => !wasOpen)}
      >
        <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8">
          <circle cx="4" cy="4" r="4" fill="var(--accent)" />
        </svg>
        {address} {subAccount !== undefined && <span className="sign-in-sub faint">{menu.subAccount(subAccount)}</span>}
      </Button>
      {isOpen && <AccountMenuPanel identity={identity} onClose={close} />}
    </div>
  );
}
