// Error boundaries: a view that fails shows its error in its own panel, and the other panels keep working.

import { Component, type ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

interface PanelBoundaryProps {
  /** The panel's name. */
  readonly name: string;
  readonly children: ReactNode;
  /** Wraps the error message; `again` renders the view once more. */
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

/** For views that open over the page: the error appears in a dialog, which can be closed. */
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
