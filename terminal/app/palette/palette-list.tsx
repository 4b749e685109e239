// The palette's matches, with the one that Enter would run marked.

import { useEffect, useRef } from "react";
import type { Offer } from "../../state/offered-commands.ts";
import { words } from "../../texts/words.ts";
import type { Offers } from "./palette-fit.ts";
import { isApple, keyText } from "./shortcut.ts";

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly Offers<Offer>[];
  /** Index of the chosen row among all rows. */
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly onRun: (offer: Offer) => void;
}

export function PaletteList({ id, groups, chosen, onChoose, onRun }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = groups.flatMap(({ rows }) => rows)[chosen]?.id;
  useEffect(() => {
    const option = list.current?.querySelector('[aria-selected="true"]');
    // When the first row of a group is chosen, its heading is scrolled into view too.
    if (option?.previousElementSibling?.ariaHidden === "true") option.previousElementSibling.scrollIntoView(NEAREST);
    option?.scrollIntoView(NEAREST);
  }, [shown]);
  let place = 0;
  return (
    <div
      ref={list}
      id={id}
      className="palette-list"
      role="listbox"
      aria-label={words.shell.palette}
      tabIndex={-1}
      // So that the field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.length === 0 && (
        <p className="palette-empty" role="presentation">
          {words.shell.paletteEmpty}
        </p>
      )}
      {groups.map(({ heading, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a list
        <div key={heading} role="group" aria-label={heading}>
          <div className="palette-heading" aria-hidden="true">
            {heading}
          </div>
          {rows.map((offer) => {
            const at = place++;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
              <div
                key={offer.id}
                id={`${id}${at}`}
                className="palette-item"
                role="option"
                aria-selected={at === chosen}
                onPointerMove={() => at !== chosen && onChoose(at)}
                onClick={() => onRun(offer)}
              >
                <span className="palette-name">{offer.name}</span>
                {offer.key !== undefined && <kbd>{keyText(offer.key, isApple())}</kbd>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const NEAREST = { block: "nearest" } as const;
