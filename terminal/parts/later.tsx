// A view whose script comes when it is first shown, or ahead of that. What was fetched ahead stands there at once; what
// comes quickly shows no sign of waiting.

import { type ComponentType, type ReactNode, useEffect } from "react";
import { Loader } from "../cells/loader.ts";
import { useCell } from "../cells/use-cell.ts";
import { words } from "../texts/words.ts";
import { Button } from "./button.tsx";

interface LaterProps {
  /** What stands around the view's place while it is not there yet. */
  readonly around?: ((place: ReactNode) => ReactNode) | undefined;
}

export interface Later<Props> {
  readonly View: ComponentType<Props & LaterProps>;
  /** Fetches the script now. */
  readonly ahead: () => void;
}

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
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

/** Not to be seen for the first moment: a word that comes and goes at once is a flicker. */
function Waiting() {
  return (
    <p className="empty later-waiting" role="status">
      {words.common.loading}
    </p>
  );
}

/** The venue is away, or another version of it no longer has the file that this page asks for. */
function NotLoaded({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div className="empty later-failed" role="alert">
      <p>{words.common.notLoaded}</p>
      <Button onClick={onAgain}>{words.common.tryAgain}</Button>
      <Button onClick={() => location.reload()}>{words.common.reload}</Button>
    </div>
  );
}
