// The panels of a page with room: beside and above each other, with handles between them.

import { Fragment } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { Notices } from "../notices/notices.tsx";
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
  const remembered = rememberedAs(name, room, split);
  return (
    <Group
      // Other panels are another group: sizes of one mean nothing in the other.
      key={remembered}
      id={split.id}
      orientation={split.direction}
      defaultLayout={fitting(terminal.preferences.get().layouts[remembered], split)}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (!isUserInteraction) return;
        const { layouts } = terminal.preferences.get();
        terminal.prefer({ layouts: { ...layouts, [remembered]: layout } });
      }}
    >
      {split.places.map((place, at) => (
        <Fragment key={place.id}>
          {at > 0 && <Separator className="workspace-handle" aria-label={handleName(split.places[at - 1]!, place)} />}
          <Panel
            id={place.id}
            minSize={place.min}
            defaultSize={place.size}
            groupResizeBehavior={place.size === undefined ? "preserve-relative-size" : "preserve-pixel-size"}
          >
            {typeof place.holds === "string" ? (
              <AreaPanel area={place.holds} over={place.holds === "chart" && <Notices />} />
            ) : (
              <SplitPanels split={place.holds} name={name} room={room} />
            )}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}

function handleName(before: Place, after: Place): string {
  return words.shell.handle(placeName(before), placeName(after));
}

function placeName({ holds }: Place): string {
  return typeof holds === "string" ? words.shell.areas[holds] : holds.places.map(placeName).join(", ");
}
