import { z } from "zod"
import { stablecoinSchema } from "../../../gateway"
import type { Declaration } from "../../../settings"
import { given, textsSchema } from "./given"
import {
  plainText,
  typedBackendUrl,
  typedCurrencies,
  typedOrigins,
  typedTemplate,
} from "./typed"
import { originSchema, ownAddressSchema, templateSchema } from "./urls"

export type ValueSchemas = {
  /** Schema of the effective value, from the config or stored. */
  reads: z.ZodType
  /** Schema of a value typed in the admin, stricter than that of the config. */
  typed: z.ZodType
}

const currenciesSchema = z.record(
  z.string().transform((code) => code.toLowerCase()),
  z.array(stablecoinSchema).min(1)
)

/** The schemas that follow from a declaration. */
export function schemasOf(setting: Declaration): ValueSchemas {
  switch (setting.kind) {
    case "address":
      return { reads: given(ownAddressSchema), typed: typedBackendUrl }
    case "template":
      return { reads: given(templateSchema), typed: typedTemplate }
    case "origins":
      return {
        reads: textsSchema.pipe(z.array(originSchema)).optional(),
        typed: typedOrigins,
      }
    case "coins":
      return {
        reads: withDefault(currenciesSchema, setting.default),
        typed: typedCurrencies,
      }
    case "text": {
      const { maxLength, default: text } = setting
      const written = z.string().min(1).max(maxLength)
      return {
        reads: text === undefined ? given(written) : written.default(text),
        typed: plainText.min(1).max(maxLength),
      }
    }
    case "number": {
      const number = integer(setting.min).max(setting.max)
      return { reads: number.default(setting.default), typed: number }
    }
    case "duration":
    case "days": {
      const seconds = integer(setting.min)
      return {
        reads: seconds.default(setting.default),
        typed: seconds.max(setting.maxTyped),
      }
    }
    case "choice": {
      const choice = z.enum(setting.choices)
      const reads = choice.default(setting.default)
      return {
        reads: setting.isSwitch ? switched(reads) : reads,
        typed: choice,
      }
    }
  }
}

/** Takes true and false for the first and the last choice. */
function switched(choice: z.ZodDefault<z.ZodEnum>): z.ZodType {
  const { options } = choice.unwrap()
  return z.preprocess(
    (value) =>
      typeof value === "boolean" ? options.at(value ? 0 : -1) : value,
    choice
  )
}

function integer(min: number) {
  return z.number().int().min(min)
}

/** Parses the default too, which copies it. */
function withDefault(schema: z.ZodType, value: unknown): z.ZodType {
  return schema.prefault(value)
}
