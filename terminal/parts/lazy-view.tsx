// A view whose script is loaded when it is first shown, or ahead of that. A view loaded ahead appears at once; one that
// loads quickly shows no loading text.

import { type ComponentType, type ReactNode, useEffect } from "react";
import { Loader } from "../cells/loader.ts";
import { useCell } from "../cells/use-cell.ts";
import { words } from "../texts/words.ts";
import { Button } from "./button.tsx";

interface LaterProps {
  /** Wraps the placeholder while the view is not loaded yet. */
  readonly around?: ((place: ReactNode) => ReactNode) | undefined;
}

export interface LazyView<Props> {
  readonly View: ComponentType<Props & LaterProps>;
  /** Loads the script now. */
  readonly ahead: () => void;
}

export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyView<Props> {
  const loader = new Loader(load);
  const ahead = () => void loader.ask();
  function View({ around = (place) => place, ...props }: Props & LaterProps) {
    const state = useCell(loader.state);
    useEffect(ahead, []);
    if (state.name === "waiting") return around(<Waiting />);
    if (state.name === "failed") return around(<NotLoaded onAgain={ahead} />);
    const Loaded = state.value;
    return <Loaded {...(props as unknown as Props)} />;
  }
  return { View, ahead };
}

/** Invisible for the first moment: a text that appears only briefly would flicker. */
function Waiting() {
  return (
    <p className="empty later-waiting" role="status">
      {words.common.loading}
    </p>
  );
}

/** The venue is down, or runs another version, which does not have the file that this page requests. */
function NotLoaded({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div className="empty later-failed" role="alert">
      <p>{words.common.notLoaded}</p>
      <Button onClick={onAgain}>{words.common.tryAgain}</Button>
      <Button onClick={() => location.reload()}>{words.common.reload}</Button>
    </div>
  );
}
