// How far the account is from liquidation, and what that means.

import { percent } from "../../../format/decimal.ts";
import type { Margin } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { gaugeOf } from "./gauge.ts";

const texts = words.account.gauge;

export function MarginGauge({ margin }: { readonly margin: Margin }) {
  const { margin_ratio, initial_margin_ratio, maintenance_margin_ratio } = margin;
  const { fill, initialAt, level } = gaugeOf({
    margin: margin_ratio,
    initial: initial_margin_ratio,
    maintenance: maintenance_margin_ratio,
  });
  const ratio = level === "idle" ? texts.none : percent(margin_ratio);
  return (
    <section className="account-gauge" data-level={level} aria-label={texts.title}>
      <div className="account-gauge-head">
        <span>{texts.title}</span>
        <strong>{ratio}</strong>
        <span className="account-gauge-word">{texts.levels[level]}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own meter can't show where opening ends */}
      <div
        className="account-gauge-bar"
        role="meter"
        aria-label={texts.title}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={fill}
        aria-valuetext={`${ratio}, ${texts.levels[level]}`}
      >
        <span className="account-gauge-fill" style={{ width: `${fill * 100}%` }} />
        {initialAt !== undefined && <span className="account-gauge-mark" style={{ left: `${initialAt * 100}%` }} />}
      </div>
      <p className="soft">
        {level === "idle" ? texts.idle : texts.means(percent(maintenance_margin_ratio), percent(initial_margin_ratio))}
      </p>
    </section>
  );
}
