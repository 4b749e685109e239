// A view that fails says so in its own panel; the others live on.

import { Component, type ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

interface PanelBoundaryProps {
  /** What the panel is called. */
  readonly name: string;
  readonly children: ReactNode;
  /** What stands around the words that it has failed; `again` has it tried once more. */
  readonly frame?: (said: ReactNode, again: () => void) => ReactNode;
}

export class PanelBoundary extends Component<PanelBoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { name, frame = (said) => said } = this.props;
    const again = () => this.setState({ error: undefined });
    const said = (
      <div className="panel-failed" role="alert">
        <strong>{words.shell.failed(name)}</strong>
        <p className="soft">{String(error)}</p>
        <Button onClick={again}>{words.shell.tryAgain}</Button>
      </div>
    );
    return frame(said, again);
  }
}

/** Of what opens over the page: it says so in a dialog, which can be closed. */
export function OverPageBoundary({ name, children }: Pick<PanelBoundaryProps, "name" | "children">) {
  const { open } = useTerminal();
  const frame = (said: ReactNode, again: () => void) => {
    const close = () => {
      open.set(null);
      again();
    };
    return (
      <Dialog title={name} onClose={close}>
        {said}
      </Dialog>
    );
  };
  return (
    <PanelBoundary name={name} frame={frame}>
      {children}
    </PanelBoundary>
  );
}
