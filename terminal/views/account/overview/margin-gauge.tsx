// A gauge of how close the account is to liquidation, with an explanation.

import { Money } from "../../../parts/figure.tsx";
import { shareText } from "../../../session/account/margin-usage.ts";
import type { Margin } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { dangerOf } from "../../portfolio/risk/risk-view.ts";

const texts = words.account.gauge;

export function MarginGauge({ margin }: { readonly margin: Margin }) {
  const { initial_margin_ratio, maintenance_margin_ratio } = margin;
  const { share, left, nearness } = dangerOf(margin) ?? { share: 0, left: 0, nearness: "idle" as const };
  // Beyond this share no position can be opened.
  const full = initial_margin_ratio > maintenance_margin_ratio ? maintenance_margin_ratio / initial_margin_ratio : 1;
  const isIdle = nearness === "idle";
  return (
    <section className="account-gauge" data-nearness={nearness} aria-label={texts.title}>
      <div className="account-gauge-head">
        <span>{texts.title}</span>
        <strong>{isIdle ? texts.none : shareText(share)}</strong>
        <span className="account-gauge-word">{texts.levels[nearness]}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own meter can't show where opening ends */}
      <div
        className="account-gauge-bar"
        role="meter"
        aria-label={texts.title}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={share}
        aria-valuetext={`${shareText(share)}, ${texts.levels[nearness]}`}
      >
        <span className="account-gauge-fill" style={{ width: `${share * 100}%` }} />
        {full < 1 && <span className="account-gauge-mark" style={{ left: `${full * 100}%` }} />}
      </div>
      <p className="soft">{isIdle ? texts.idle : texts.means(shareText(full))}</p>
      {!isIdle && (
        <p>
          <Money value={left} /> {texts.left}
        </p>
      )}
    </section>
  );
}
