// Edits a drawing's text, colour and anchors. A colour applies at once, typed values when they are submitted.

import { type FormEvent, useState } from "react";
import { decimal, placesOf, rounded } from "../../../format/figure-text.ts";
import { day, timeOfDay } from "../../../format/time.ts";
import { positiveOf } from "../../../format/typed.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { DecimalField, Field } from "../../../parts/field.tsx";
import { words } from "../../../texts/words.ts";
import { type Anchor, DRAWING_COLORS, type Drawing, TEXT_MAX } from "./drawing.ts";

/** A time in the format of the browser's input for date and time, in the trader's zone. */
const localTime = (at: number) => `${day(at)}T${timeOfDay(at).slice(0, 5)}`;

interface DrawingEditorProps {
  readonly drawing: Drawing;
  readonly tick: number;
  readonly onChange: (drawing: Drawing) => void;
  readonly onDone: () => void;
}

export function DrawingEditor({ drawing, tick, onChange, onDone }: DrawingEditorProps) {
  const { kind, anchors, color } = drawing;
  const places = placesOf(tick);
  const [text, setText] = useState(drawing.text);
  const [ends, setEnds] = useState(
    anchors.map(({ at, price }) => ({ time: localTime(at), price: decimal(price, { places }) })),
  );
  const typed = anchors.map((anchor, at) => typedAnchor(anchor, ends[at]!, places));
  const fitting = typed.filter((anchor) => anchor !== undefined);
  const isFit = fitting.length === anchors.length;
  const change = (at: number, changed: Partial<(typeof ends)[number]>) =>
    setEnds(ends.map((end, place) => (place === at ? { ...end, ...changed } : end)));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isFit) return;
    const empty = kind === "text" ? words.drawings.unwritten : "";
    onChange({ ...drawing, anchors: fitting, text: text.trim() || empty });
    onDone();
  };
  const isOne = anchors.length === 1;
  return (
    <form className="drawing-editor" onSubmit={apply}>
      <Choice
        label={words.drawings.color}
        value={color}
        options={DRAWING_COLORS.map((name) => [name, <Swatch key={name} color={name} />] as const)}
        onChoose={(chosen) => onChange({ ...drawing, color: chosen })}
      />
      <Field
        label={words.drawings.text}
        value={text}
        maxLength={TEXT_MAX}
        onChange={({ target }) => setText(target.value)}
      />
      {ends.map(({ time, price }, at) => (
        <div key={words.drawings.priceOf(at)} className="drawing-end">
          <DecimalField
            label={isOne ? words.drawings.price : words.drawings.priceOf(at + 1)}
            value={price}
            onText={(next) => change(at, { price: next })}
          />
          {kind !== "level" && (
            <Field
              label={isOne ? words.drawings.time : words.drawings.timeOf(at + 1)}
              type="datetime-local"
              value={time}
              onChange={({ target }) => change(at, { time: target.value })}
            />
          )}
        </div>
      ))}
      <Button type="submit" look="main" disabled={!isFit}>
        {words.drawings.apply}
      </Button>
    </form>
  );
}

/** An unchanged time is kept exactly: the field has only minutes, and would otherwise move it. */
function typedAnchor(anchor: Anchor, end: { time: string; price: string }, places: number): Anchor | undefined {
  const price = rounded(Number(positiveOf(end.price) ?? 0), places);
  const at = end.time === localTime(anchor.at) ? anchor.at : new Date(end.time).getTime();
  return price > 0 && at >= 0 ? { at, price } : undefined;
}

function Swatch({ color }: { readonly color: Drawing["color"] }) {
  return (
    <>
      <span className="drawing-swatch" style={{ background: `var(--${color})` }} title={words.drawings.colors[color]} />
      <span className="unseen">{words.drawings.colors[color]}</span>
    </>
  );
}
