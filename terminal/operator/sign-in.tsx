// Shown while this browser's key is not granted: which venue it is, and what to do on the venue's machine.

import { useState } from "react";
import { useCell } from "../cells/use-cell.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { useConsole } from "./parts/use-console.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;

export function SignIn({ publicKey }: { readonly publicKey: string }) {
  const venue = useCell(useConsole().venue);
  const [name, setName] = useState("");
  const [isCopied, setIsCopied] = useState(false);
  const isNamed = NAME.test(name);
  const command = `npx evermark operator grant_key name=${isNamed ? name : "your-name"} roles=view,act,money key=${publicKey}`;
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    setIsCopied(true);
  };
  return (
    <main className="console-sign-in">
      <h1>Operator console of {venue?.name}</h1>
      <p className="soft">
        {venue?.mode} · venue {venue?.venue.slice(0, 12)} · version {venue?.version}
      </p>
      <p>
        This browser has its own key for this venue, which no page can read. Once a user of the venue's machine has
        granted it, this page continues automatically.
      </p>
      <Field
        label="Your name, as it appears in the log"
        hint="up to 32 letters, digits, dots, dashes and underscores"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <p>
        Run this on the venue's machine, in its folder, with the same --data or --config as the venue was started with:
      </p>
      <pre className="console-command">
        <code>{command}</code>
      </pre>
      <Button look="main" disabled={!isNamed} onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy the command"}
      </Button>
      <p className="soft">
        Grant no more roles than needed: view may see everything; act may also act on markets and notices; money may
        also act on custody, withdrawals and grants. A key expires after 90 days unless expires_time says otherwise.
      </p>
    </main>
  );
}
