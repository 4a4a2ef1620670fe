import type { Rail } from "../../../ledger"
import type { Issue } from "./fields"

/** Complete settings, or one sentence for each problem. */
export type Resolved<T> =
  { ok: true; value: T } | { ok: false; problems: string[] }

const IN_CONFIG =
  'in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts'
const WHERE = `in the admin (Settings → Stablecoin payments), or ${IN_CONFIG}`

/** The problems that schemas report. */
export function wrong(
  issues: readonly Issue[],
  part?: Rail | "blockchain"
): { ok: false; problems: string[] } {
  const where = part === "blockchain" ? IN_CONFIG : WHERE
  return {
    ok: false,
    problems: issues.map(({ path, message }) => {
      const name = [...(part ? [part] : []), ...path].join(".") || "options"
      return `${name}: ${message} (${where}).`
    }),
  }
}

/**
 * The problems of options that have no value.
 *
 * @param source `config`: the others of the section are set there, so that the
 * admin can't set these
 */
export function missing(
  names: readonly string[],
  source: "config" | "admin" | "none" = "none"
): { ok: false; problems: string[] } {
  const where = source === "config" ? IN_CONFIG : WHERE
  return {
    ok: false,
    problems: names.map((name) => `${name} is missing: set it ${where}.`),
  }
}
