// The panels of a page wider than a phone: beside and above each other, with handles between them.

import { Fragment } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { Notices } from "../notices/notices.tsx";
import { Handle } from "../split/handle.tsx";
import { flexOf } from "../split/panel-sizes.ts";
import { AreaPanel } from "./areas.tsx";
import {
  type Arrangement,
  arranged,
  fitting,
  isArrangement,
  type Place,
  type Room,
  rememberedAs,
  type Split,
} from "./arrangement.ts";

export function Workspace({ room }: { readonly room: Room }) {
  const { preferences, layoutResets } = useTerminal();
  const chosen = useSelected(preferences, ({ arrangement }) => arrangement);
  const showsMarkets = useSelected(preferences, (preferred) => preferred.showsMarkets);
  const resets = useCell(layoutResets);
  const name = isArrangement(chosen) ? chosen : "trading";
  return (
    <main className="workspace">
      <SplitPanels key={resets} split={arranged(name, room, showsMarkets)} name={name} room={room} />
    </main>
  );
}

interface SplitPanelsProps {
  readonly split: Split;
  readonly name: Arrangement;
  readonly room: Room;
}

function SplitPanels({ split, name, room }: SplitPanelsProps) {
  const terminal = useTerminal();
  const { direction, places } = split;
  const remembered = rememberedAs(name, room, split);
  const layout = useSelected(terminal.preferences, ({ layouts }) => layouts[remembered]);
  const sizes = fitting(layout, split);
  const remember = (change: Readonly<Record<string, Readonly<Record<string, number>>>>) => {
    const { [remembered]: _, ...others } = terminal.preferences.get().layouts;
    terminal.prefer({ layouts: { ...others, ...change } });
  };
  const onMoved = (px: readonly number[]) =>
    remember({ [remembered]: Object.fromEntries(places.map(({ id }, at) => [id, px[at]!])) });
  const least = direction === "horizontal" ? "minWidth" : "minHeight";
  return (
    // Other panels make another group: sizes of one mean nothing in the other.
    <div key={remembered} className="workspace-split" data-direction={direction}>
      {places.map((place, at) => (
        <Fragment key={place.id}>
          {at > 0 && (
            <Handle
              name={handleName(places[at - 1]!, place)}
              direction={direction}
              mins={[places[at - 1]!.min, place.min]}
              onMoved={onMoved}
              onReset={() => remember({})}
            />
          )}
          <div className="workspace-place" style={{ ...flexOf(place.size, sizes?.[place.id]), [least]: place.min }}>
            {typeof place.holds === "string" ? (
              <AreaPanel area={place.holds} over={place.holds === "chart" && <Notices />} />
            ) : (
              <SplitPanels split={place.holds} name={name} room={room} />
            )}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function handleName(before: Place, after: Place): string {
  return words.shell.handle(placeName(before), placeName(after));
}

function placeName({ holds }: Place): string {
  return typeof holds === "string" ? words.shell.areas[holds] : holds.places.map(placeName).join(", ");
}
