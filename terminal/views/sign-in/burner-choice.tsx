// Signing in with a wallet that is made in this browser, or imported into it.

import { useState } from "react";
import { isPrivateKey } from "../../identity/signing-wallet.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { words } from "../../texts/words.ts";

const { burner, imported } = words.signIn;

interface BurnerChoiceProps {
  readonly disabled: boolean;
  readonly onNew: () => void;
  readonly onImport: (privateKey: string) => void;
}

export function BurnerChoice({ disabled, onNew, onImport }: BurnerChoiceProps) {
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const take = () => {
    const privateKey = text.trim();
    setIsWrong(!isPrivateKey(privateKey));
    if (isPrivateKey(privateKey)) onImport(privateKey);
  };
  return (
    <section className="sign-in-way">
      <h3>{burner.title}</h3>
      <p className="soft">{burner.text}</p>
      <Button look="main" disabled={disabled} onClick={onNew}>
        {burner.start}
      </Button>
      <p className="sign-in-small">{burner.honest}</p>
      <details className="sign-in-more">
        <summary>{imported.title}</summary>
        <form
          className="sign-in-key-form"
          onSubmit={(event) => {
            event.preventDefault();
            take();
          }}
        >
          <Field
            label={imported.label}
            type="password"
            value={text}
            hint={imported.hint}
            fault={isWrong ? imported.fault : undefined}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" disabled={disabled || text === ""}>
            {imported.start}
          </Button>
        </form>
      </details>
    </section>
  );
}
