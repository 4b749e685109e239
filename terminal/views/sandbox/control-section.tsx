// A group of controls, with a description of their effect on the venue.

import { type ReactNode, useId } from "react";

interface ControlSectionProps {
  readonly title: string;
  readonly effect: string;
  readonly children: ReactNode;
}

export function ControlSection({ title, effect, children }: ControlSectionProps) {
  const id = useId();
  return (
    <section className="sandbox-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="sandbox-effect">{effect}</p>
      {children}
    </section>
  );
}
