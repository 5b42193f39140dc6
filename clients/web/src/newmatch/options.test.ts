import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { type OptionField, OptionFieldSchema } from "../generated/tilth/v1/lobby_pb";
import { controlOf, jsonFault, toggled, valueOf, withValue } from "./options";
import { plannedSeats, whoOf, withSeat } from "./seats";

const field = (kind: string, usual = "", choices: string[] = []): OptionField =>
  create(OptionFieldSchema, { name: "it", kind, default: usual, choices });

test("each kind of option has its control", () => {
  const kinds = ["bool", "int", "string", "list of string", "list of choice"].map((kind) => controlOf(field(kind)));
  expect(kinds).toEqual(["switch", "number", "json", "list", "boxes"]);
  expect(controlOf(field("choice", "a", ["a", "b"]))).toBe("segments");
  expect(controlOf(field("choice", "a", ["a", "b", "c", "d", "e", "f"]))).toBe("select");
});

test("a usual value is not sent", () => {
  expect(withValue({ it: "true", other: "1" }, field("bool", "false"), "false")).toEqual({ other: "1" });
  expect(withValue({}, field("int", "6"), "")).toEqual({});
  expect(withValue({}, field("int", "6"), "7")).toEqual({ it: "7" });
  expect(valueOf(field("int", "6"), {})).toBe("6");
});

test("lists are sent with commas, however they were written", () => {
  expect(withValue({}, field("list of string"), " E, K\nI ,")).toEqual({ it: "E,K,I" });
  expect(toggled("K", "E", ["E", "I", "K"])).toBe("E,K");
  expect(toggled("E,K", "E", ["E", "I", "K"])).toBe("K");
});

test("a text that should be JSON says what is wrong", () => {
  expect(jsonFault("")).toBe("");
  expect(jsonFault('{"a": 1}')).toBe("");
  expect(jsonFault("{a}")).not.toBe("");
});

test("seats keep their players when there are more or fewer", () => {
  const two = plannedSeats(2, []);
  expect(two.map(whoOf)).toEqual(["me", "open"]);
  const three = withSeat(withSeat(plannedSeats(3, two), 0, "open"), 2, "me");
  expect(three.map(whoOf)).toEqual(["open", "open", "me"]);
  expect(plannedSeats(1, three).map(whoOf)).toEqual(["me"]);
  expect(withSeat(two, 1, "bot gardener").map(whoOf)).toEqual(["me", "bot gardener"]);
});
