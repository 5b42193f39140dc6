import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { DecisionSchema } from "../generated/tilth/v1/decision_pb";
import { asksOrder, withPut } from "./picking";

const options = [{ id: 7 }, { id: 3 }, { id: 5 }];

test("an order is asked for where every option is picked once and their order counts", () => {
  const whole = { options, ordered: true, minPicks: 3, maxPicks: 3 };
  expect(asksOrder(create(DecisionSchema, whole))).toBe(true);
  expect(asksOrder(create(DecisionSchema, { ...whole, ordered: false }))).toBe(false);
  expect(asksOrder(create(DecisionSchema, { ...whole, minPicks: 2 }))).toBe(false);
  expect(asksOrder(create(DecisionSchema, { ...whole, maxEach: [2, 1, 1] }))).toBe(false);
  expect(asksOrder(create(DecisionSchema, { ...whole, options: [{ id: 7 }], minPicks: 1, maxPicks: 1 }))).toBe(false);
});

test("an option is put where another one stands, and those between move up", () => {
  expect(withPut([7, 3, 5], 7, 5)).toEqual([3, 5, 7]);
  expect(withPut([7, 3, 5], 5, 7)).toEqual([5, 7, 3]);
  expect(withPut([7, 3, 5], 3, 3)).toEqual([7, 3, 5]);
});
