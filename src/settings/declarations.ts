import type { Stablecoin } from "../gateway/schemas/common"
import { CAPTURE_MODES, CHECKOUT_FLOWS } from "../ledger/payment"
import { DAY } from "./durations"

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
type ValueOf<D extends { kind: Kind }> = D extends {
  choices: readonly (infer Choice)[]
}
  ? Choice
  : D["kind"] extends keyof Values
    ? Values[D["kind"]]
    : never

/** The currency that the coins are pegged to, one to one. */
export const DOLLAR = "usd"

/**
 * Every setting of the store that is not part of a rail. Options, validation,
 * storage, merging, API types and the admin's forms follow from this table.
 * Keys are the names in the Admin API. Within a section, the order here is the
 * order on the page.
 */
const DECLARATIONS = {
  /** Address where the gateway and buyers reach the backend. */
  backend_url: {
    option: "backendUrl",
    section: "addresses",
    kind: "address",
  },
  /** Cart currency (lower case) → stablecoins, the first is the default. */
  currencies: {
    option: "currencies",
    section: "currencies",
    kind: "coins",
    default: { usd: ["USDT", "USDC"] },
  },
  /** Origins that buyers may return to. Default: the store's CORS origins. */
  storefront_urls: {
    option: "storefrontUrls",
    section: "addresses",
    kind: "origins",
  },
  /** `{session_id}` and `{cart_id}` are filled in at start. */
  success_url: {
    option: "successUrl",
    section: "addresses",
    kind: "template",
  },
  /** `{session_id}` and `{cart_id}` are filled in at start. */
  cancel_url: {
    option: "cancelUrl",
    section: "addresses",
    kind: "template",
  },
  /**
   * Rails that start payments. `none`: open payments go on, and no new one
   * starts.
   */
  accept_new_payments: {
    option: "acceptNewPayments",
    section: "checkout",
    kind: "choice",
    choices: ["all", "hosted", "onchain", "none"],
    default: "all",
    isSwitch: true,
  },
  /**
   * `order_first`: the unpaid order is placed before the buyer leaves for the
   * gateway's page.
   */
  checkout_flow: {
    option: "checkoutFlow",
    section: "checkout",
    kind: "choice",
    choices: CHECKOUT_FLOWS,
    default: "pay_first",
  },
  /** `manual`: paid payments are authorized, and the merchant captures them. */
  capture: {
    option: "capture",
    section: "checkout",
    kind: "choice",
    choices: CAPTURE_MODES,
    default: "automatic",
  },
  /** Seconds that a payment may stay open. */
  pending_ttl: {
    option: "pendingTtl",
    section: "checkout",
    kind: "number",
    unit: "minute",
    min: 300,
    max: 366 * DAY,
    default: DAY,
  },
  /** Item name on the gateway's page. */
  item_name: {
    option: "itemName",
    section: "checkout",
    kind: "text",
    maxLength: 200,
    default: "Order",
  },
  /** Payments that one client address may start per minute. 0: unlimited. */
  max_starts_per_minute: {
    option: "maxStartsPerMinute",
    section: "checkout",
    kind: "number",
    min: 0,
    max: 100_000,
    default: 300,
    isZeroUnlimited: true,
  },
  /** Seconds that webhooks are kept. */
  webhook_retention: {
    option: "webhookRetention",
    section: "checkout",
    kind: "number",
    unit: "day",
    min: DAY,
    max: 3660 * DAY,
    default: 90 * DAY,
  },
} as const satisfies Record<string, Declaration>

type Declarations = typeof DECLARATIONS
type Name = keyof Declarations

/** A declared setting, with its name. */
export type Setting = { [N in Name]: { name: N } & Declarations[N] }[Name]

/** A declared setting that is edited in a generic form. */
export type FormSetting = Extract<Setting, { section: FormSection }>

/** Every declared setting. */
export const SETTINGS = Object.entries(DECLARATIONS).map(
  ([name, declaration]) => ({ name, ...declaration })
  // `Object.entries` loses which name belongs to which declaration.
) as readonly unknown[] as readonly Setting[]

/** The settings of a form, in order. */
export function settingsOf(section: FormSection): FormSetting[] {
  return SETTINGS.filter(
    (setting): setting is FormSetting => setting.section === section
  )
}

/** The values by their names in the Admin API. */
export type SettingValues = { [N in Name]: ValueOf<Declarations[N]> }

/** The options in `medusa-config.ts`. */
export type SettingOptions = {
  [N in Name as Declarations[N]["option"]]?:
    | OptionOf<ValueOf<Declarations[N]>>
    | (Declarations[N] extends { isSwitch: true } ? boolean : never)
}

/** A list may contain unset environment variables. */
type OptionOf<Value> = Value extends string[] ? (string | undefined)[] : Value

/** The effective values by the names of their options. */
export type EffectiveOptions = {
  [N in Defaulted as Declarations[N]["option"]]: ValueOf<Declarations[N]>
} & {
  [N in Exclude<Name, Defaulted> as Declarations[N]["option"]]?: ValueOf<
    Declarations[N]
  >
}

/** The settings that have a default. */
type Defaulted = {
  [N in Name]: Declarations[N] extends { default: unknown } ? N : never
}[Name]
