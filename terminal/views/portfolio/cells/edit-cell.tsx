// A figure that becomes an input when pressed: Enter sends the change, Escape leaves the figure as it was. A refusal by the
// venue is shown at the input.

import { useEffect, useId, useRef, useState } from "react";
import { decimal, digitsOf } from "../../../format/figure-text.ts";
import { positiveOf } from "../../../format/typed.ts";
import { Button } from "../../../parts/button.tsx";
import { doubtText, KEYPAD } from "../../../parts/field.tsx";
import { Figure } from "../../../parts/figure.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import { usePlaces } from "../../figures/market-figure.tsx";
import type { FarPrice } from "../../ticket/far-price.ts";
import { GESTURE_MS } from "../../ticket/order-sender.ts";
import type { Act } from "../acts/acts.ts";
import { useAct } from "../acts/use-acts.ts";

const text = words.portfolio;

interface EditCellProps {
  readonly session: AccountSession;
  /** Key of the order or position that is changed. */
  readonly actKey: string;
  readonly name: string;
  /** Undefined when there is no value yet. */
  readonly value: number | undefined;
  /** Symbol of the market whose price or size it is; when both are absent, every digit is shown. */
  readonly price?: string | undefined;
  readonly size?: string | undefined;
  /** Whether an empty input removes the value. */
  readonly isClearable?: boolean | undefined;
  /** @param typed empty to remove the value */
  readonly act: (typed: string) => Act;
  /** For a price: whether it is far away, and so has to be confirmed. */
  readonly far?: ((typed: string) => FarPrice | undefined) | undefined;
}

export function EditCell({ name, value, price, size, ...rest }: EditCellProps) {
  const [isOpen, setOpen] = useState(false);
  const places = usePlaces(price ?? size, price === undefined ? "size" : "price");
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // After leaving the input, the focus returns to the figure.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <EditField {...{ name, value, ...rest }} onDone={() => setOpen(false)} />;
  return (
    <button
      type="button"
      ref={button}
      className="portfolio-quiet"
      aria-label={value === undefined ? text.orders.add(name) : text.orders.edit(name, decimal(value, { places }))}
      onClick={() => setOpen(true)}
    >
      {value === undefined ? text.orders.none : <Figure value={value} places={places} />}
    </button>
  );
}

function EditField({
  session,
  actKey,
  name,
  value,
  isClearable,
  act,
  far,
  onDone,
}: EditCellProps & { readonly onDone: () => void }) {
  const { state, isBusy, run } = useAct(session, actKey);
  const [typed, setTyped] = useState(() => (value === undefined ? "" : digitsOf(value)));
  const [why, setWhy] = useState<string | undefined>();
  const [asked, setAsked] = useState<{ readonly price: string; readonly atMs: number } | undefined>();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.select(), []);
  const save = async () => {
    const plain = isClearable && typed.trim() === "" ? "" : positiveOf(typed);
    if (isBusy) return;
    if (plain === undefined) return setWhy(doubtText(typed) ?? text.closing.none);
    if (Number(plain) === (value ?? 0)) return onDone();
    const distant = plain === "" ? undefined : far?.(plain);
    if (distant !== undefined && asked?.price !== distant.price) {
      setAsked({ price: distant.price, atMs: performance.now() });
      return setWhy(distant.question);
    }
    // Holding Enter down is no confirmation.
    if (distant !== undefined && asked !== undefined && performance.now() - asked.atMs < GESTURE_MS) return;
    const outcome = await run(act(plain), false);
    if (outcome.is === "done") onDone();
    if (outcome.is === "failed") setWhy(outcome.why);
  };
  const note = state.is === "lost" ? (state.found === "asking" ? text.acts.asking : text.acts.unreachable) : why;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left
    <span
      className="portfolio-edit"
      aria-busy={isBusy}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !isBusy && why === undefined) onDone();
      }}
    >
      <span className="portfolio-edit-line">
        <input
          ref={field}
          inputMode={KEYPAD}
          autoComplete="off"
          aria-label={text.orders.editing(name)}
          aria-invalid={why !== undefined}
          aria-describedby={id}
          value={typed}
          readOnly={isBusy}
          onChange={({ target }) => {
            setTyped(target.value);
            setAsked(undefined);
            setWhy(doubtText(target.value));
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") onDone();
            if (event.key !== "Enter") return;
            event.preventDefault();
            void save();
          }}
        />
        {/* Some phone keyboards have no Enter. */}
        <Button className="portfolio-small" disabled={isBusy} onClick={() => void save()}>
          {asked === undefined ? text.orders.save : words.common.anyway}
        </Button>
      </span>
      <small
        id={id}
        className={note === undefined ? "unseen" : "field-fault"}
        role={note === undefined ? undefined : "alert"}
      >
        {note ?? (isBusy ? text.acts.pending : "")}
      </small>
    </span>
  );
}
