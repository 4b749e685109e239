// Fee tags of builders: `enum:<owner>:<ID>` on an order adds the tag's fee, for its owner. Rules 8.4. A tag is
// permanent; once archived, it is refused on new orders, while orders that carry it keep paying.

import { NONE } from "../../base/storage/int-map.ts";
import type { BrokerNumber, FeeE5 } from "../../base/units.ts";
import type { ArchiveFeeTag, CreateFeeTag, EditFeeTag, UnarchiveFeeTag } from "../../language/commands/commands.ts";
import { FEE_COMMANDS } from "../../language/commands/fee-commands.ts";
import { boundsOf } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import type { FeeTag, RateOverride } from "../../memory/business/fees-state.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";

const ACTIVE_MAX = 10;
const FIELDS = FEE_COMMANDS.create_fee_tag.fields;
const { most: ID_LENGTH_MAX } = boundsOf(FIELDS.enumId);
const RATES = boundsOf(FIELDS.rate);
const { most: NAME_LENGTH_MAX } = boundsOf(FIELDS.name);
const { most: DESCRIPTION_LENGTH_MAX } = boundsOf(FIELDS.description);
/** 720 hours. */
const RETENTION_MS = 2_592_000_000;

export const feeTagHandlers = handlers({
  archive_fee_tag: archiveFeeTag,
  create_fee_tag: createFeeTag,
  edit_fee_tag: editFeeTag,
  unarchive_fee_tag: unarchiveFeeTag,
});

function createFeeTag(state: State, command: CreateFeeTag, answer: Answer): void {
  answer.rejection = checkCreation(state, command);
  if (answer.rejection !== null) return;
  const { broker, enumId, name, description, rate } = command;
  const overrides = byMarket(command.overrides);
  const times = { createdAt: state.now, updatedAt: state.now };
  const tag = { broker, enumId, name, description, active: true, rate, overrides, ...times };
  state.fees.addTag({ ...tag, orders: 0, volume: 0, fees: 0 });
}

function checkCreation(state: State, c: CreateFeeTag): Rejection | null {
  if (state.brokers[c.broker] === undefined)
    return rejection("not_found", { broker: c.broker }, "BrokerId is not exist");
  if (c.enumId.length > ID_LENGTH_MAX) return rejection("fee_tag_too_long", { enum_id: c.enumId });
  if (!/^[A-Z0-9_]+$/.test(c.enumId)) return rejection("fee_tag_format", { enum_id: c.enumId });
  if (state.fees.findTag(c.broker, c.enumId) !== NONE) return rejection("fee_tag_exists", { enum_id: c.enumId });
  return checkText(c.name, c.description) ?? checkRates(state, c.rate, c.overrides) ?? checkRoom(state, c.broker);
}

function editFeeTag(state: State, command: EditFeeTag, answer: Answer): void {
  const tag = findTag(state, command);
  const { name, description, rate, replacesOverrides, overrides } = command;
  answer.rejection =
    tag === undefined
      ? unknown(command)
      : ((tag.active ? null : rejection("fee_tag_not_active", { enum_id: command.enumId })) ??
        checkText(name ?? tag.name, description ?? tag.description) ??
        checkRates(state, rate === 0 ? tag.rate : rate, overrides));
  if (tag === undefined || answer.rejection !== null) return;
  tag.name = name ?? tag.name;
  tag.description = description ?? tag.description;
  if (rate !== 0) tag.rate = rate;
  if (replacesOverrides) tag.overrides = byMarket(overrides);
  tag.updatedAt = state.now;
}

function archiveFeeTag(state: State, command: ArchiveFeeTag, answer: Answer): void {
  const tag = findTag(state, command);
  if (tag === undefined) answer.rejection = unknown(command);
  else if (!tag.active) answer.rejection = rejection("fee_tag_archived", { enum_id: command.enumId });
  else setActive(state, tag, false);
}

/** Restores an archived tag, unless it was archived too long ago. */
function unarchiveFeeTag(state: State, command: UnarchiveFeeTag, answer: Answer): void {
  const tag = findTag(state, command);
  const { enumId, broker } = command;
  if (tag === undefined) answer.rejection = unknown(command);
  else if (tag.active) answer.rejection = rejection("refused", { enum_id: enumId }, "enum configuration is active");
  else if (state.now - tag.updatedAt > RETENTION_MS) {
    answer.rejection = rejection("fee_tag_retention_over", { enum_id: enumId });
  } else {
    answer.rejection = checkRoom(state, broker);
    if (answer.rejection === null) setActive(state, tag, true);
  }
}

function setActive(state: State, tag: FeeTag, active: boolean): void {
  tag.active = active;
  tag.updatedAt = state.now;
}

interface Named {
  readonly broker: BrokerNumber;
  readonly enumId: string;
}

function findTag(state: State, { broker, enumId }: Named): FeeTag | undefined {
  return state.fees.tags[state.fees.findTag(broker, enumId)];
}

function unknown({ enumId }: Named): Rejection {
  return rejection("fee_tag_unknown", { enum_id: enumId });
}

function checkText(name: string, description: string): Rejection | null {
  const wrong = (field: string, length: number, max: number): Rejection =>
    rejection(
      "invalid_parameter",
      { field, length },
      `${field} is invalid: ${length} characters, expected at most ${max}`,
    );
  if (name === "") return rejection("invalid_parameter", { field: "name" }, "name must not be blank");
  if (name.length > NAME_LENGTH_MAX) return wrong("name", name.length, NAME_LENGTH_MAX);
  return description.length <= DESCRIPTION_LENGTH_MAX
    ? null
    : wrong("description", description.length, DESCRIPTION_LENGTH_MAX);
}

function checkRates(state: State, rate: FeeE5, overrides: readonly RateOverride[]): Rejection | null {
  const wrong = [rate, ...overrides.map((each) => each.rate)].find((each) => each < RATES.least || each > RATES.most);
  if (wrong !== undefined) return rejection("fee_tag_rate", { rate_e5: wrong });
  const markets = new Set<number>();
  for (const { market } of overrides) {
    if (state.markets[market] === undefined || markets.has(market)) return rejection("fee_tag_symbol", { market });
    markets.add(market);
  }
  return null;
}

function checkRoom(state: State, broker: BrokerNumber): Rejection | null {
  const active = state.fees.tags.filter((tag) => tag.broker === broker && tag.active).length;
  return active < ACTIVE_MAX ? null : rejection("too_many_fee_tags", { active, limit: ACTIVE_MAX });
}

function byMarket(overrides: readonly RateOverride[]): RateOverride[] {
  return overrides.map(({ market, rate }) => ({ market, rate })).sort((a, b) => a.market - b.market);
}
