import type { Stablecoin } from "../gateway/schemas/common"

/** Sections of the settings page whose form follows from the declarations. */
export type FormSection = "addresses" | "checkout"

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

/** One setting of the store. `option` is its name in `medusa-config.ts`. */
export type Declaration = FormDeclaration | CoinsDeclaration

type Kind = Declaration["kind"]

type Values = {
  address: string
  template: string
  origins: string[]
  text: string
  number: number
  coins: Record<string, Stablecoin[]>
}

/** The type of a setting's value. */
export type ValueOf<D extends { kind: Kind }> = D extends {
  choices: readonly (infer Choice)[]
}
  ? Choice
  : D["kind"] extends keyof Values
    ? Values[D["kind"]]
    : never
