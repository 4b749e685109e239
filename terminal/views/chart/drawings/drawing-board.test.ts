import { beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import { DRAWING_KINDS, type Drawing } from "./drawing.ts";
import { DrawingBoard } from "./drawing-board.ts";

const [FIRST, SECOND, THIRD] = [
  { at: 1_000, price: 10 },
  { at: 2_000, price: 20 },
  { at: 3_000, price: 30 },
];

let kept: readonly Drawing[];
let refused: number;
let room: boolean;
let board: DrawingBoard;

beforeEach(() => {
  kept = [];
  refused = 0;
  room = true;
  board = new DrawingBoard({
    text: "Text",
    keep: (drawings) => {
      kept = drawings;
    },
    hasRoom: () => room,
    onFull: () => {
      refused += 1;
    },
  });
});

const state = () => board.state.get();

function trend(): Drawing {
  board.draw("trend");
  board.place(FIRST);
  board.place(SECOND);
  return kept.at(-1)!;
}

test("two anchors make a trend line, which is then chosen, and the tool is put away", () => {
  board.draw("trend");
  board.place(FIRST);
  expect(kept).toEqual([]);
  board.reach(THIRD);
  expect(board.shown.map(({ anchors }) => anchors)).toEqual([[FIRST, THIRD]]);
  board.place(SECOND);
  expect(kept.map(({ kind, anchors, text }) => [kind, anchors, text])).toEqual([["trend", [FIRST, SECOND], ""]]);
  expect(state()).toMatchObject({ tool: null, draft: null, chosen: kept[0]!.id, kept });
});

test("one anchor makes a level, or a text with placeholder words", () => {
  board.draw("level");
  board.place(FIRST);
  board.draw("text");
  board.place(SECOND);
  expect(kept.map(({ kind, text }) => [kind, text])).toEqual([
    ["level", ""],
    ["text", "Text"],
  ]);
});

test("Escape undoes one state after the other", () => {
  const { id } = trend();
  expect(state().chosen).toBe(id);
  expect(board.escape()).toBe(true);
  expect(board.escape()).toBe(false);
  board.draw("ray");
  board.place(FIRST);
  board.escape();
  expect(state()).toMatchObject({ tool: "ray", draft: null });
  board.escape();
  expect(state().tool).toBeNull();
  expect(kept).toHaveLength(1);
});

test("a moved drawing is stored when it is released, but not when Escape is pressed", () => {
  const drawn = trend();
  const moved = { ...drawn, anchors: [FIRST, THIRD] };
  board.hold(moved);
  expect(board.shown).toEqual([moved]);
  board.escape();
  expect(board.shown).toEqual([drawn]);
  board.end(moved);
  expect(kept).toEqual([moved]);
});

test("the next drawing has the colour that was chosen last", () => {
  board.end({ ...trend(), color: "warn" });
  expect(trend().color).toBe("warn");
});

test("a drawing for which there is no room is refused, and existing ones can still be changed", () => {
  const drawn = trend();
  room = false;
  trend();
  expect(refused).toBe(1);
  expect(kept).toEqual([drawn]);
  board.end({ ...drawn, text: "support" });
  expect(kept.map(({ text }) => text)).toEqual(["support"]);
});

test("undo and redo affect only their own drawings, not those of another tab", () => {
  const drawn = trend();
  const other: Drawing = { ...drawn, id: "of another tab", text: "theirs" };
  board.take([drawn, other]);
  board.remove([drawn.id]);
  expect(kept).toEqual([other]);
  board.undo();
  expect(kept).toEqual([other, drawn]);
  board.undo();
  expect(kept).toEqual([other]);
  board.redo();
  expect(kept).toEqual([other, drawn]);
  expect(state()).toMatchObject({ canUndo: true, canRedo: true });
});

test("all are removed at once, and restored at once", () => {
  const drawn = [trend(), trend(), trend()];
  board.remove(drawn.map(({ id }) => id));
  expect(kept).toEqual([]);
  board.undo();
  expect(kept).toEqual(drawn);
});

test("a chosen drawing that another tab has removed is no longer chosen", () => {
  trend();
  board.take([]);
  expect(state().chosen).toBeNull();
});

test("whatever is done, undoing all of it leaves nothing, and redoing it restores everything", () => {
  const act = fc.record({ is: fc.constantFrom("draw", "move", "remove", "undo", "redo"), which: fc.nat({ max: 9 }) });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      kept = [];
      const played = new DrawingBoard({ text: "", keep: (all) => (kept = all), hasRoom: () => true, onFull: () => {} });
      for (const { is, which } of acts) {
        const one = kept[which % Math.max(1, kept.length)];
        if (is === "draw") {
          played.draw(DRAWING_KINDS[which % DRAWING_KINDS.length]!);
          played.place(FIRST);
          played.place(SECOND);
        } else if (is === "move" && one !== undefined) played.end({ ...one, text: `${which}${one.text}` });
        else if (is === "remove" && one !== undefined) played.remove([one.id]);
        else if (is === "undo") played.undo();
        else if (is === "redo") played.redo();
      }
      while (played.state.get().canRedo) played.redo();
      const byId = () => kept.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const last = byId();
      while (played.state.get().canUndo) played.undo();
      expect(kept).toEqual([]);
      while (played.state.get().canRedo) played.redo();
      expect(byId()).toEqual(last);
    }),
  );
});
