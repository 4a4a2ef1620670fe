import type { Chain, Stablecoin } from "../gateway/schemas/common"
import type { CaptureMode, CheckoutFlow } from "../ledger/payment"
import type { Rail } from "../ledger/rails"

/**
 * Where a value comes from: `medusa-config.ts` wins over the admin, and is
 * read-only there.
 */
export type SettingSource = "config" | "admin" | "default" | "none"

/** A setting as it is in force. */
export type AdminSetting<T> = {
  /** Null where there is none, and no default. */
  value: T | null
  source: SettingSource
  /** Why it can't be used, and what to do. */
  problem?: string
  /** Why it can't be changed here, where its own source does not tell: an address whose secret is in the config. */
  locked?: string
}

/** A secret: whether there is one. It never leaves the store. */
export type AdminSecret = {
  set: boolean
  /** The last four characters; null where these would be too much of it. */
  last4: string | null
  source: SettingSource
  /** Why what is stored can't be used: its key is gone, or the address it was given for has changed. */
  problem?: string
}

/** A secret that webhooks may be signed with, besides the hosted rail's own client secret. */
export type AdminWebhookSecret = {
  /** What it is removed by. Null: it comes from the config. */
  id: string | null
  last4: string | null
  source: "config" | "admin"
  /** ISO 8601; null for the config's. */
  created_at: string | null
  /** Whose payments it confirms, and no others; null while the credentials in force are incomplete. */
  account: { base_url: string; client_id: string } | null
  /** Whether it confirms payments that are started now. Otherwise it is retained for older ones. */
  current: boolean
  /** ISO 8601, when another secret took its place: it confirms only payments that were created before. Null: none did. */
  replaced_at: string | null
  problem?: string
}

type AdminCredentials = {
  base_url: AdminSetting<string>
  client_id: AdminSetting<string>
  client_secret: AdminSecret
  /** Hosted: client secrets that were replaced and may still sign. Onchain: one per endpoint registered in the portal. */
  webhook_secrets: AdminWebhookSecret[]
  /** `test`, `live`, or what else the gateway called it; null: nobody knows yet. */
  mode: string | null
  /** Whether the sandbox was last seen in place of a gateway: no money moves, also in live mode. */
  sandbox: boolean
  /** Whether payments can be started. */
  ready: boolean
  /** What keeps payments from being started, in sentences. */
  problems: string[]
}

export type AdminHostedSettings = AdminCredentials

export type AdminOnchainSettings = AdminCredentials & {
  chains: AdminSetting<Chain[]>
  default_chain: AdminSetting<Chain>
}

export type AdminGeneralSettings = {
  backend_url: AdminSetting<string>
  /** Cart currency (lower case) → stablecoins, the first is the default. */
  currencies: AdminSetting<Record<string, Stablecoin[]>>
  storefront_urls: AdminSetting<string[]>
  success_url: AdminSetting<string>
  cancel_url: AdminSetting<string>
  checkout_flow: AdminSetting<CheckoutFlow>
  capture: AdminSetting<CaptureMode>
  /** Seconds. */
  pending_ttl: AdminSetting<number>
  /** Of one payment collection. */
  max_open_payments: AdminSetting<number>
  /** Of one client address; 0: any number. */
  max_starts_per_minute: AdminSetting<number>
  /** Seconds. */
  webhook_retention: AdminSetting<number>
  /** Seconds. */
  unpaid_payment_retention: AdminSetting<number>
  item_name: AdminSetting<string>
}

/** Webhooks of a rail, as facts: the page makes the sentence. */
export type AdminWebhookHealth = {
  rail: Rail
  /** The address to register at the gateway; null while backend_url is missing. */
  url: string | null
  /** ISO 8601, all of them. */
  watched_since: string | null
  last_received_at: string | null
  last_rejected_at: string | null
  /** `unauthorized`, `invalid_data` or `unavailable`. */
  last_rejected_reason: string | null
  /** Since when webhooks should have come and did not: a payment was started, and nothing was heard. */
  quiet_since: string | null
}

/** `GET /admin/stablecoin/settings`, and the answer to a POST that saved. */
export type AdminSettingsResponse = {
  settings: {
    general: AdminGeneralSettings
    hosted: AdminHostedSettings
    onchain: AdminOnchainSettings
    webhooks: AdminWebhookHealth[]
    encryption: {
      /** Whether secrets can be stored. */
      ready: boolean
      /** How to make a key, or what is wrong with the ones there are. */
      problem?: string
    }
    /** Required when saving: after another admin's change it is outdated, and the answer is 409. */
    version: string
  }
}

/** What an admin may write of a rail. Absent: stays; null: as if never written. */
type CredentialsChange = {
  base_url?: string | null
  client_id?: string | null
  /** Blank keeps what is stored. */
  client_secret?: string | null
  webhook_secrets?: { add?: string[]; remove?: string[] }
}

/** `POST /admin/stablecoin/settings`. */
export type AdminUpdateSettings = AdminSettingsChange & {
  /** Of the settings that the change was made on. */
  version: string
}

/** What changes. Absent: stays. */
export type AdminSettingsChange = {
  general?: {
    [K in keyof AdminGeneralSettings]?: AdminGeneralSettings[K]["value"]
  }
  hosted?: CredentialsChange
  onchain?: CredentialsChange & {
    chains?: Chain[] | null
    default_chain?: Chain | null
  }
  /** What a person was warned of and wants all the same. */
  confirm?: SettingsWarning[]
}

/**
 * `unverified`: the gateway did not confirm the credentials. `live`: payments
 * would move from test to live. `test`: from live to test.
 */
export type SettingsWarning = "unverified" | "live" | "test"

/** A 400: which field, and what is right. */
export type AdminFieldErrors = {
  type: "invalid_data"
  message: string
  /** `path` such as `onchain.base_url`. */
  errors: { path: string; message: string }[]
}

/** A 409 of `POST /admin/stablecoin/settings`: nothing was saved. */
export type AdminSettingsConflict = {
  type: "conflict"
  /** `changed`: by somebody else, since the version that was sent. */
  code: SettingsWarning | "changed"
  message: string
  rail?: Rail
  /** What the gateway said. */
  test?: AdminConnectionTest
}

/** `POST /admin/stablecoin/settings/test`: what is not sent is taken from what is in force. */
export type AdminTestConnection = {
  rail: Rail
  base_url?: string
  client_id?: string
  client_secret?: string
}

export type AdminConnectionTest =
  | {
      ok: true
      rail: Rail
      mode: string
      /** Whether this is the sandbox: no money moves, also in live mode. */
      sandbox: boolean
      /** ISO 8601; null where the gateway does not tell (hosted). */
      expires_at: string | null
      /** The gateway's clock minus ours, in milliseconds; null where it does not tell the time. */
      clock_skew_ms: number | null
      /** Null where the gateway lists none (onchain, and a variant of hosted). */
      currencies: AdminGatewayCurrency[] | null
    }
  | {
      ok: false
      rail: Rail
      /** A code of GatewayError, or `incomplete`, `private_address`, `secret_needed`. */
      code: string
      message: string
      /** What to do. */
      remedy: string
    }

export type AdminConnectionTestResponse = { test: AdminConnectionTest }

/** A currency that the hosted checkout accepts, by the gateway's own listing. */
export type AdminGatewayCurrency = {
  code: string
  name: string
  symbol: string
  is_default: boolean
  methods: {
    key: string
    display_name: string
    behavior: string
    is_default: boolean
  }[]
}

/** `GET /admin/stablecoin/currencies`. */
export type AdminCurrenciesResponse = {
  currencies: {
    /** What the hosted checkout accepts now; null: it could not be asked, or has no listing. */
    hosted: AdminGatewayCurrency[] | null
    /** Why `hosted` is null. */
    hosted_problem: string | null
    onchain: Stablecoin[]
  }
}

/** `GET /admin/stablecoin/settings/changes?limit=&offset=`, the newest first. */
export type AdminSettingChangesResponse = {
  changes: {
    id: string
    actor_id: string
    /** The user's email; null when the user is gone. */
    actor: string | null
    /** Such as `onchain.base_url`; `confirmed:live` where a person was warned of that and wanted it all the same. */
    fields: string[]
    created_at: string
  }[]
  count: number
  offset: number
  limit: number
}
