import type { Stablecoin } from "../gateway/schemas/common"
import type { PriceSource } from "../pricing/settings"
import type { Rule } from "./rules"

/** Sections of the settings page whose form follows from the declarations. */
export type FormSection = "addresses" | "checkout" | "pricing"

export type TimeUnit = "minute" | "day"

/** The kind of a setting decides how a value is validated, edited and shown. */
type FormKind =
  /** An address of the store itself. */
  | { kind: "address" }
  /** A URL in which placeholders are filled in. */
  | { kind: "template" }
  | { kind: "origins" }
  | { kind: "text"; maxLength: number; default: string }
  | {
      kind: "number"
      min: number
      max: number
      default: number
      isZeroUnlimited?: boolean
      /** Seconds that are edited as minutes or days. */
      unit?: TimeUnit
    }
  /** A share in percent, a decimal string. */
  | { kind: "percent"; default: string }
  | {
      kind: "choice"
      choices: readonly string[]
      default: string
      /** In `medusa-config.ts`, true is the first choice, and false the last. */
      isSwitch?: boolean
    }

/** A setting that is edited in a generic form. */
type FormDeclaration = { option: string; section: FormSection } & FormKind

/** The coins of each cart currency, edited in a form of their own. */
type CoinsDeclaration = {
  option: string
  section: "currencies"
  kind: "coins"
  default: Readonly<Record<string, readonly Stablecoin[]>>
}

/** The sources of prices, edited in a form of their own. */
type SourcesDeclaration = {
  option: string
  section: "sources"
  kind: "sources"
  default: readonly PriceSource[]
}

/** The limits of regions and networks, edited in a form of its own. */
type RulesDeclaration = {
  option: string
  section: "rules"
  kind: "rules"
  default: readonly Rule[]
}

/** One setting of the store. `option` is its name in `medusa-config.ts`. */
export type Declaration =
  FormDeclaration | CoinsDeclaration | SourcesDeclaration | RulesDeclaration

type Kind = Declaration["kind"]

type Values = {
  address: string
  template: string
  origins: string[]
  text: string
  number: number
  percent: string
  coins: Record<string, Stablecoin[]>
  sources: PriceSource[]
  rules: Rule[]
}

/** The type of a setting's value. */
type ValueOf<D extends { kind: Kind }> = D extends {
  choices: readonly (infer Choice)[]
}
  ? Choice
  : D["kind"] extends keyof Values
    ? Values[D["kind"]]
    : never

/** Declared settings by their names in the Admin API. */
export type Table = Record<string, Declaration>

/** The values of a table by their names in the Admin API. */
export type ValuesOf<T extends Table> = { [N in keyof T]: ValueOf<T[N]> }

/** The options of a table in `medusa-config.ts`. */
export type OptionsOf<T extends Table> = {
  [N in keyof T as T[N]["option"]]?:
    | OptionOf<ValueOf<T[N]>>
    | (T[N] extends { isSwitch: true } ? boolean : never)
}

/** A list may contain unset environment variables. */
type OptionOf<Value> = Value extends string[] ? (string | undefined)[] : Value

/** The effective values of a table by the names of their options. */
export type EffectiveOf<T extends Table> = {
  [N in Defaulted<T> as T[N]["option"]]: ValueOf<T[N]>
} & {
  [N in Exclude<keyof T, Defaulted<T>> as T[N]["option"]]?: ValueOf<T[N]>
}

/** The settings that have a default. */
type Defaulted<T extends Table> = {
  [N in keyof T]: T[N] extends { default: unknown } ? N : never
}[keyof T]
