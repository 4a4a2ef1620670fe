import { z } from "zod"
import { TARGET_FIELDS } from "../control/routes"
import { parse } from "../parse"
import { SandboxError } from "../sandbox-error"
import { UsageError } from "../../../../src/shared/command-line/io"

type Option = { type: "string" | "boolean" }

/**
 * The options of a command line for the fields of an object, such as `--tx-hash`
 * for `txHash`. A `target` has an option for each of its names.
 */
export function optionsOf(schema: z.ZodObject): Record<string, Option> {
  return Object.fromEntries(
    Object.entries(fieldsOf(schema)).map(([field, type]) => [
      optionOf(field),
      { type: type === "boolean" ? "boolean" : "string" },
    ])
  )
}

/** The object of a command line. Its schema names the fields that it lacks. */
export function inputOf(
  schema: z.ZodObject,
  values: Record<string, unknown>
): object {
  const given = Object.entries(fieldsOf(schema)).flatMap(([field, type]) => {
    const value = values[optionOf(field)]
    return value === undefined ? [] : [[field, typed(value, type)] as const]
  })
  if (!("target" in schema.shape)) {
    return Object.fromEntries(given)
  }
  const isName = ([field]: readonly [string, unknown]) =>
    TARGET_FIELDS.includes(field)
  return {
    target: Object.fromEntries(given.filter(isName)),
    ...Object.fromEntries(given.filter((one) => !isName(one))),
  }
}

/**
 * The parsed object of a command line.
 *
 * @throws UsageError that names each wrong or missing field
 */
export function asCommand<T>(schema: z.ZodType<T>, input: object): T {
  try {
    return parse(schema, input, "The command")
  } catch (error) {
    throw error instanceof SandboxError ? new UsageError(error.message) : error
  }
}

type JsonType = z.core.JSONSchema.BaseSchema["type"]

/** The JSON type of each field. Undefined: one of several. */
function fieldsOf(schema: z.ZodObject): Record<string, JsonType> {
  const { properties = {} } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  })
  const types = Object.entries(properties).flatMap(
    ([field, property]): [string, JsonType][] =>
      field === "target"
        ? TARGET_FIELDS.map((name) => [name, "string"])
        : [[field, typeof property === "object" ? property.type : undefined]]
  )
  return Object.fromEntries(types)
}

function optionOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function typed(value: unknown, type: JsonType): unknown {
  if (typeof value !== "string" || type === "string") {
    return value
  }
  if (type === "array") {
    return value === "none" ? [] : value.split(",").map((item) => item.trim())
  }
  return value === "none" ? null : jsonOrText(value)
}

/** `9.99` is a number, `A-1` a text. */
export function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
