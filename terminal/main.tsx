// Entry point of the terminal's page.

import "./style/base.css";
import "./parts/parts.css";
import "./parts/table/table.css";
import "./app/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { WalletFunding } from "./identity/wallet-funding.ts";
import { settingsOf } from "./session/asking/settings.ts";
import { TerminalProvider, TerminalState } from "./state/terminal-state.ts";
import { onAccent } from "./style/on-accent.ts";

const settings = settingsOf(document);
const state = new TerminalState(settings);
if (settings.accent !== null) {
  const { style } = document.documentElement;
  style.setProperty("--accent", settings.accent);
  style.setProperty("--on-accent", onAccent(settings.accent));
}
state.venue.start();
void state.keyring.start();
if (settings.isSandbox) {
  void new WalletFunding(state.venue.client.rest).resume().catch(() => {
    // The next visit tries again.
  });
}

createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <TerminalProvider value={state}>
      <App />
    </TerminalProvider>
  </StrictMode>,
);
