import { CAPTURE_MODES, CHECKOUT_FLOWS } from "../ledger/payment"
import { DOLLAR } from "../pricing/dollar"
import type {
  EffectiveOf,
  FormSection,
  OptionsOf,
  Table,
  ValuesOf,
} from "./declaration"
import { DAY } from "./durations"

/**
 * Every setting of the store that is not part of a rail. Options, validation,
 * storage, merging, API types and the admin's forms follow from this table and
 * the next one. Keys are the names in the Admin API. Within a section, the order
 * here is the order on the page.
 */
const GENERAL = {
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
    default: { [DOLLAR]: ["USDT", "USDC"] },
  },
  /** Coins and amounts that regions and networks take. */
  rules: { option: "rules", section: "rules", kind: "rules", default: [] },
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
} as const satisfies Table

/** How carts in other currencies than the dollar are priced. */
const PRICING = {
  sources: {
    option: "sources",
    section: "sources",
    kind: "sources",
    default: [],
  },
  /** Fresh sources that have to agree on a price. */
  min_sources: {
    option: "minSources",
    section: "pricing",
    kind: "number",
    min: 1,
    max: 10,
    default: 1,
  },
  /** Percent by which they may differ from their median. */
  agree_within: {
    option: "agreeWithin",
    section: "pricing",
    kind: "percent",
    default: "1",
  },
  /** Percent that is added to every amount due. */
  spread: {
    option: "spread",
    section: "pricing",
    kind: "percent",
    default: "0",
  },
  /** Seconds for which a buyer has the price that was shown. */
  lock_for: {
    option: "lockFor",
    section: "pricing",
    kind: "number",
    unit: "minute",
    min: 60,
    max: DAY,
    default: 900,
  },
  /** Percent by which a payment after that may be worth less than its cart. */
  late_tolerance: {
    option: "lateTolerance",
    section: "pricing",
    kind: "percent",
    default: "1",
  },
  /** Percent by which a stablecoin may differ from a dollar. */
  depeg_limit: {
    option: "depegLimit",
    section: "pricing",
    kind: "percent",
    default: "2",
  },
} as const satisfies Table

const DECLARATIONS = { general: GENERAL, pricing: PRICING }

/** The part of the options that a declared setting belongs to. */
export type DeclaredPart = keyof typeof DECLARATIONS

/** A declared setting, with its name. */
export type Setting = {
  [Part in DeclaredPart]: SettingIn<Part, (typeof DECLARATIONS)[Part]>
}[DeclaredPart]

type SettingIn<Part, T extends Table> = {
  [N in keyof T]: { part: Part; name: N } & T[N]
}[keyof T]

/** A declared setting that is edited in a generic form. */
export type FormSetting = Extract<Setting, { section: FormSection }>

/** Every declared setting. */
export const SETTINGS = Object.entries(DECLARATIONS).flatMap(
  ([part, table]) =>
    Object.entries(table).map(([name, declaration]) => ({
      part,
      name,
      ...declaration,
    }))
  // `Object.entries` loses which name belongs to which declaration.
) as readonly unknown[] as readonly Setting[]

/** The settings of a form, in order. */
export function settingsOf(section: FormSection): FormSetting[] {
  return SETTINGS.filter(
    (setting): setting is FormSetting => setting.section === section
  )
}

export type SettingValues = ValuesOf<typeof GENERAL>
export type PricingValues = ValuesOf<typeof PRICING>

export type SettingOptions = OptionsOf<typeof GENERAL>
export type PricingOptions = OptionsOf<typeof PRICING>

export type EffectiveOptions = EffectiveOf<typeof GENERAL>
