import { create } from "@bufbuild/protobuf";
import { afterEach, describe, expect, test } from "vitest";

import { EventSchema, Place, ViewSchema } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import { AWAY, last } from "./board";
import { film, LONGEST, waysOf } from "./film";

const before = create(ViewSchema, {
  discs: [0, 1, 2].map((disc) => ({ disc, where: disc === 0 ? Place.IN_HAND : Place.ON_BOARD, x: 100 * disc, y: 0 })),
  players: [{ crossed: [2, 0], columns: [1], shapes: [{ number: 1 }] }],
});
afterEach(() => {
  last.turn = 0;
});

describe("the slide of discs", () => {
  const path = [0, 0, -1000, 1000, 200, 1, 100, 0, 400, 0, 0, 0, 500, 1, 2000, 0];
  const event = create(EventSchema, {
    event: { case: "discsCameToRest", value: { disc: 0, moved: [0, 1], xs: [0, 2000], ys: [0, 0], path } },
  });

  test("each disc has its own way, in order of time", () => {
    expect(waysOf(path).get(0)).toEqual([
      { at: 0, x: -1000, y: 1000 },
      { at: 400, x: 0, y: 0 },
    ]);
  });

  test("ways end where the discs rest, and discs stand still before they are pushed", () => {
    const steps = film(event, before);
    expect(steps.map(({ moves }) => moves)).toEqual(["disc-piece-0", "disc-piece-1"]);
    expect(steps[0]?.way?.[0]).toEqual({ dx: -10, dy: -10, at: 0 });
    expect(steps[0]?.way?.at(-1)).toEqual({ dx: 0, dy: 0, at: 500 });
    expect(steps[1]?.way?.[0]).toEqual({ dx: -19, dy: 0, at: 0 });
    expect(steps[1]?.way?.[1]).toEqual({ dx: -19, dy: 0, at: 200 });
  });

  test("ways turn with the board", () => {
    last.turn = 1;
    expect(film(event, before)[0]?.way?.[0]).toEqual({ dx: 10, dy: -10, at: 0 });
  });

  test("a long slide is shown faster", () => {
    const long = create(EventSchema, {
      event: { case: "discsCameToRest", value: { disc: 0, moved: [0], xs: [0], ys: [0], path: [0, 0, 0, 0, 3000, 0, 0, 0] } },
    });
    expect(film(long, before)[0]?.ms).toBe(LONGEST);
  });

  test("a disc in the hole slides into it; one off the board slides over the edge from outside of the picture", () => {
    const gone = create(EventSchema, {
      event: { case: "discsCameToRest", value: { disc: 0, inHole: [0], offBoard: [1], path } },
    });
    const [sunk, off] = film(gone, before);
    expect(sunk?.way?.at(-1)).toEqual({ dx: 0, dy: 0, at: 500 });
    expect(off?.way?.at(-1)).toEqual({ dx: 20 - AWAY.x, dy: 0 - AWAY.y, at: 500 });
  });
});

describe("pencil strokes", () => {
  test("new crosses appear after those that are there", () => {
    const event = create(EventSchema, { event: { case: "cellsCrossed", value: { seat: 0, building: 0, cells: 2 } } });
    expect(film(event, before).map(({ moves }) => moves)).toEqual(["pen-0-building-0-2", "pen-0-building-0-3"]);
  });

  test("the next shape is the one after those drawn", () => {
    const event = create(EventSchema, { event: { case: "shapeDrawn", value: { seat: 0, number: 2, squares: [1, 2] } } });
    expect(film(event, before).map(({ moves }) => moves)).toEqual(["pen-0-shape-1"]);
  });

  test("an event without a picture moves nothing", () => {
    expect(film(create(EventSchema, { event: { case: "roundBegan", value: { round: 2 } } }), before)).toEqual([]);
  });
});
