import type { z } from "zod"
import type { Rail } from "../../../ledger"

/** Complete settings, or one sentence for each problem. */
export type Resolved<T> =
  { ok: true; value: T } | { ok: false; problems: string[] }

const IN_CONFIG =
  'in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts'
const WHERE = `in the admin (Settings → Stablecoin payments), or ${IN_CONFIG}`

/** The problems that a schema reports. */
export function wrong(
  error: z.ZodError,
  part?: Rail | "blockchain"
): { ok: false; problems: string[] } {
  const where = part === "blockchain" ? IN_CONFIG : WHERE
  return {
    ok: false,
    problems: error.issues.map(({ path, message }) => {
      const name = [...(part ? [part] : []), ...path].join(".") || "options"
      return `${name}: ${message} (${where}).`
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

/** @param instead more specific sentences, by option name */
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
