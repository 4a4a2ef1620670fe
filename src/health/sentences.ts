import { isRail, type Rail, RAILS } from "../ledger/rails"
import sentences from "./english.json"

/** Values that sentences contain as `{{name}}`. */
export type Params = Record<string, string | number>

type Sentences = typeof sentences
/** Checks of each rail, which share their sentences. */
type OfRail = "credentials" | "clock" | "webhook"
export type HealthCheckId =
  Exclude<keyof Sentences, "any" | OfRail> | `${OfRail}_${Rail}`

type Family<Id extends HealthCheckId> = Id extends `${infer Name}_${Rail}`
  ? Name
  : Id

type Codes = {
  [Id in HealthCheckId]: keyof Sentences[Family<Id>] | keyof Sentences["any"]
}

/** A result code of a check: a key of its sentences. */
export type CodeOf<Id extends HealthCheckId> = Codes[Id]

type Sentence = { message: string; remedy?: string }

const RAIL_NAMES: Record<Rail, string> = {
  hosted: "Hosted checkout",
  onchain: "On-chain payment",
}

const OF_RAIL = new RegExp(`^(.+)_(${RAILS.join("|")})$`)

/** The path of a finding in `english.json`. */
export function pathOf(id: string, code: string): [string, string] {
  const family = OF_RAIL.exec(id)?.[1] ?? id
  return [code in sentences.any ? "any" : family, code]
}

/** Returns a finding and its remedy in English. The admin translates them. */
export function inEnglish(
  id: HealthCheckId,
  code: string,
  params: Params
): { message: string; remedy: string | null } {
  const all: Record<string, Record<string, Sentence>> = sentences
  const [family, key] = pathOf(id, code)
  const { message, remedy } = all[family]?.[key] ?? { message: code }
  const values: Params = { rail: OF_RAIL.exec(id)?.[2] ?? "", ...params }
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      nameOf(values[name] ?? whole)
    )
  return { message: fill(message).trim(), remedy: remedy ? fill(remedy) : null }
}

function nameOf(value: string | number): string {
  return isRail(value) ? RAIL_NAMES[value] : String(value)
}
