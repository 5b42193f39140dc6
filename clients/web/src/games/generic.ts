// Any message of any game as a tree of names and values, by the descriptors that its schema has.

import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Message } from "@bufbuild/protobuf";

/** A value with its name: a text, or further values below it. */
export interface Branch {
  readonly name: string;
  readonly text: string;
  readonly below: readonly Branch[];
}

/** The fields of a message that are set, as branches. */
export function branchesOf(schema: DescMessage, message: Message): readonly Branch[] {
  return fieldsOf(reflect(schema, message));
}

function fieldsOf(message: ReflectMessage): readonly Branch[] {
  return message.fields.filter((field) => message.isSet(field)).map((field) => branchOf(message, field));
}

function branchOf(message: ReflectMessage, field: DescField): Branch {
  const name = field.name.replaceAll("_", " ");
  if (field.fieldKind === "message") return { name, text: "", below: fieldsOf(message.get(field)) };
  if (field.fieldKind === "list") {
    const list = message.get(field);
    if (list.field().listKind === "message") {
      const below = [...list].map((item, index) => ({
        name: String(index),
        text: "",
        below: fieldsOf(item as ReflectMessage),
      }));
      return { name, text: "", below };
    }
    return { name, text: [...list].map((item) => textOf(field, item)).join(" "), below: [] };
  }
  if (field.fieldKind === "map") {
    const below = [...message.get(field)].map(([key, value]) => ({ name: String(key), text: String(value), below: [] }));
    return { name, text: "", below };
  }
  return { name, text: textOf(field, message.get(field)), below: [] };
}

function textOf(field: DescField, value: unknown): string {
  if (field.fieldKind === "enum" || (field.fieldKind === "list" && field.listKind === "enum")) {
    const found = field.enum.values.find(({ number }) => number === value);
    return found?.localName.toLowerCase().replaceAll("_", " ") ?? String(value);
  }
  if ("scalar" in field && field.scalar === ScalarType.BYTES) return `${(value as Uint8Array).length} bytes`;
  return String(value);
}
