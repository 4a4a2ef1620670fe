import type { z } from "zod"
import type { Rail } from "../../../ledger"

/** Settings that work, or one sentence for each thing that is missing. */
export type Resolved<T> =
  { ok: true; value: T } | { ok: false; problems: string[] }

const WHERE =
  'in the admin (Settings → Stablecoin payments), or in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts'

/** What the schema of an option says is wrong. */
export function wrong(
  error: z.ZodError,
  part?: Rail
): { ok: false; problems: string[] } {
  return {
    ok: false,
    problems: error.issues.map(({ path, message }) => {
      const name = [...(part ? [part] : []), ...path].join(".") || "options"
      return `${name}: ${message} (${WHERE}).`
    }),
  }
}

/** The options of a rail that have no value. */
export function absent(
  rail: Rail,
  values: Record<string, string | undefined>
): string[] {
  return Object.keys(values)
    .filter((name) => !values[name])
    .map((name) => `${rail}.${name}`)
}

/** @param instead by an option's name: a sentence that says more than that it is missing */
export function missing(
  instead: Readonly<Record<string, string>> = {},
  ...names: string[]
): { ok: false; problems: string[] } {
  return {
    ok: false,
    problems: names.map(
      (name) => instead[name] ?? `${name} is missing: set it ${WHERE}.`
    ),
  }
}
