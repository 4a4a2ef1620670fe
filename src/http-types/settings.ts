import type { Chain, CoinsByChain, Stablecoin } from "../gateway/schemas/common"
import type { Rail } from "../ledger/rails"
import type { NoRate, SourcedPrice } from "../pricing/rates"
import type { PricingValues, SettingValues } from "../settings"
import type { GatewayCurrency } from "../gateway/schemas/merchant-checkout"

/**
 * Source of a value. `medusa-config.ts` overrides the admin: its values, and
 * those it leaves out of a rail's account or networks, are read-only there.
 */
export type SettingSource = "config" | "admin" | "default" | "none"

/** An effective setting. */
export type AdminSetting<T> = {
  /** Null where there is neither a value nor a default. */
  value: T | null
  source: SettingSource
  /** Why it can't be used, and what to do. */
  problem?: string
}

/** State of a secret. The secret itself never leaves the store. */
export type AdminSecret = {
  set: boolean
  /** The last four characters. Null where they would reveal too much of it. */
  last4: string | null
  source: SettingSource
  /**
   * Why the stored secret can't be used: its encryption key is missing.
   */
  problem?: string
}

/**
 * A secret that webhooks may be signed with, besides the hosted rail's own
 * client secret.
 */
export type AdminWebhookSecret = {
  /** Id for removing it. Null: from the config. */
  id: string | null
  last4: string | null
  source: "config" | "admin"
  /** ISO 8601. Null for one from the config. */
  created_at: string | null
  /** The only account whose payments it confirms. */
  account: { base_url: string; client_id: string }
  /**
   * Whether it confirms payments that are started now. Otherwise it is retained
   * for older ones.
   */
  current: boolean
  /**
   * ISO 8601: when another secret replaced it. It then confirms only payments
   * created before. Null: not replaced.
   */
  replaced_at: string | null
}

/** A rail's account. */
export type AdminCredentials = {
  base_url: AdminSetting<string>
  client_id: AdminSetting<string>
  client_secret: AdminSecret
  /**
   * Hosted: replaced client secrets that may still sign. Onchain: one per
   * endpoint registered in the portal.
   */
  webhook_secrets: AdminWebhookSecret[]
  /** `test`, `live`, or another name by the gateway. Null while unknown. */
  mode: string | null
  /**
   * Whether the sandbox last responded instead of a gateway: no money moves,
   * also in live mode.
   */
  sandbox: boolean
  /** Whether payments can be started. */
  ready: boolean
  /** Reasons why payments can't be started, in sentences. */
  problems: string[]
}

type AdminSettings<Values> = {
  [Name in keyof Values]: AdminSetting<Values[Name]>
}

/** The declared settings of the store. */
export type AdminGeneralSettings = AdminSettings<SettingValues>
export type AdminPricingSettings = AdminSettings<PricingValues>

/** Webhook facts of a rail, from which the admin page composes its text. */
export type AdminWebhookHealth = {
  rail: Rail
  /**
   * The address to register at the gateway. Null while backend_url is missing.
   */
  url: string | null
  /** All times are ISO 8601. */
  watched_since: string | null
  last_received_at: string | null
  last_rejected_at: string | null
  /** `unauthorized`, `invalid_data` or `unavailable`. */
  last_rejected_reason: string | null
  /**
   * Since when expected webhooks are missing: a payment was started, and none
   * arrived.
   */
  quiet_since: string | null
}

/** `GET /admin/stablecoin/settings`, and the response to a POST that saved. */
export type AdminSettingsResponse = {
  settings: {
    general: AdminGeneralSettings
    pricing: AdminPricingSettings
    hosted: AdminCredentials
    onchain: AdminCredentials & {
      /** The stablecoins that each offered network takes. */
      chains: AdminSetting<CoinsByChain>
      default_chain: AdminSetting<Chain>
    }
    webhooks: AdminWebhookHealth[]
    /** The last changes, newest first, without old and new values. */
    changes: {
      id: string
      /** The user. */
      actor_id: string
      /**
       * Such as `onchain.base_url`. `confirmed:live` means that the user
       * confirmed this warning.
       */
      fields: string[]
      created_at: string
    }[]
    encryption: {
      /** Whether secrets can be stored. */
      ready: boolean
      /** How to create a key, or why the existing ones can't be used. */
      problem?: string
    }
    /**
     * Required when saving. After another admin's change it is outdated, and
     * saving responds with 409.
     */
    version: string
  }
}

/** `GET /admin/stablecoin/currencies`. */
export type AdminCurrenciesResponse = {
  currencies: {
    /**
     * Currencies that the hosted checkout accepts now. Null when the gateway
     * could not be read, or has no listing.
     */
    hosted: GatewayCurrency[] | null
    /** Why `hosted` is null. */
    hosted_problem: string | null
  }
}

/** The present price of one unit of a cart's currency. */
export type AdminPrice = {
  /** Lower case. */
  currency: string
  /** The coins that it is sold for, the default first. */
  coins: Stablecoin[]
  /** US dollars, a decimal string. Null without a price. */
  rate: string | null
  /** Why nothing can be paid in it, or null. */
  reason: NoRate | "depegged" | "no_coin" | null
  /** The fresh prices whose median the rate is, or those that give none. */
  sources: SourcedPrice[]
}

/** `GET /admin/stablecoin/prices`: carts in other currencies than the dollar. */
export type AdminPricesResponse = {
  prices: AdminPrice[]
  /** The sources that are fetched. */
  sources: AdminPriceSource[]
}

export type AdminPriceSource = {
  source: string
  /** ISO 8601. Null before the first time. */
  fetched_at: string | null
  /** Why it lacks prices, in sentences, or null. */
  problem: string | null
}
