// A newly made key, shown with its private half for the only time.

import type { ApiKey } from "@evermark/client";
import { useState } from "react";
import type { Identity } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import { save } from "../../../parts/download.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { envText } from "./env-text.ts";

const texts = words.account.keys.made;

interface MadeKeyProps {
  readonly identity: Identity;
  readonly made: ApiKey;
  readonly onClose: () => void;
}

export function MadeKey({ identity, made, onClose }: MadeKeyProps) {
  const { settings } = useTerminal();
  const [isCopied, setIsCopied] = useState(false);
  const { baseUrl } = settings;
  const text = envText({ baseUrl, ...identity, publicKey: made.publicKey, secret: made.secret });
  return (
    <section className="account-card account-form" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p className="note" data-tone="bad">
        {texts.once}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <pre className="account-env" tabIndex={0}>
        {text}
      </pre>
      <div className="account-acts">
        <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button onClick={() => save("evermark.env", "text/plain;charset=utf-8", text)}>{texts.download}</Button>
        <Button look="main" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}
