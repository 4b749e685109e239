// Rows as cards, where there is no room for a table.

import { words } from "../../texts/words.ts";
import type { RowColumn, ShownProps } from "./rows-view.tsx";

const text = words.portfolio;

export function Cards<Row>({ caption, columns, rows, keyOf, toneOf, sorting, onSort }: ShownProps<Row>) {
  const at = (place: RowColumn<Row>["onCard"]) => columns.filter(({ onCard }) => onCard === place);
  const choices = columns.filter(({ sortBy }) => sortBy !== undefined);
  return (
    <>
      {rows.length > 1 && choices.length > 0 && (
        <label className="portfolio-sort-choice">
          {text.sorting.label}
          <select
            value={sorting?.column ?? ""}
            onChange={({ target }) => onSort(target.value === "" ? null : { column: target.value, isDown: true })}
          >
            <option value="">–</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ul className="portfolio-cards" aria-label={caption}>
        {rows.map((row) => (
          <li key={keyOf(row)} className="portfolio-card" data-tone={toneOf?.(row)}>
            <div className="portfolio-card-head">
              {at("head").map(({ id, cell }) => (
                <div key={id}>{cell(row)}</div>
              ))}
            </div>
            <dl className="portfolio-card-figures">
              {at(undefined).map(
                ({ id, name, cell, hasValue }) =>
                  hasValue?.(row) !== false && (
                    <div key={id}>
                      <dt>{name}</dt>
                      <dd>{cell(row)}</dd>
                    </div>
                  ),
              )}
            </dl>
            {at("foot").map(({ id, cell }) => (
              <div key={id} className="portfolio-card-foot">
                {cell(row)}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
