// A view that fails says so in its own panel; the others live on.

import { Component, type ReactNode } from "react";
import { Button } from "../parts/button.tsx";
import { words } from "../texts/words.ts";

interface PanelBoundaryProps {
  /** What the panel is called. */
  readonly name: string;
  readonly children: ReactNode;
}

export class PanelBoundary extends Component<PanelBoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div className="panel-failed" role="alert">
        <strong>{words.shell.failed(this.props.name)}</strong>
        <p className="soft">{String(error)}</p>
        <Button onClick={() => this.setState({ error: undefined })}>{words.shell.tryAgain}</Button>
      </div>
    );
  }
}
