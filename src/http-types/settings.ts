import type { Chain, Stablecoin } from "../gateway/schemas/common"
import type { Rail } from "../ledger/rails"
import type { SettingValues } from "../settings"

/**
 * Source of a value. `medusa-config.ts` overrides the admin, and its values are
 * read-only there.
 */
export type SettingSource = "config" | "admin" | "default" | "none"

/** An effective setting. */
export type AdminSetting<T> = {
  /** Null where there is neither a value nor a default. */
  value: T | null
  source: SettingSource
  /** Why it can't be used, and what to do. */
  problem?: string
  /**
   * Why it can't be changed here, where `source` does not explain it: the
   * address of a secret that is in the config.
   */
  locked?: string
}

/** State of a secret. The secret itself never leaves the store. */
export type AdminSecret = {
  set: boolean
  /** The last four characters. Null where they would reveal too much of it. */
  last4: string | null
  source: SettingSource
  /**
   * Why the stored secret can't be used: its encryption key is missing, or the
   * address it was entered for has changed.
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
  /**
   * The only account whose payments it confirms. Null while the effective
   * credentials are incomplete.
   */
  account: { base_url: string; client_id: string } | null
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
  problem?: string
}

type AdminCredentials = {
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

export type AdminHostedSettings = AdminCredentials

export type AdminOnchainSettings = AdminCredentials & {
  chains: AdminSetting<Chain[]>
  default_chain: AdminSetting<Chain>
}

/** The declared settings of the store. */
export type AdminGeneralSettings = {
  [Name in keyof SettingValues]: AdminSetting<SettingValues[Name]>
}

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
    hosted: AdminHostedSettings
    onchain: AdminOnchainSettings
    webhooks: AdminWebhookHealth[]
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

/** Changes to a rail's credentials. Absent fields stay, null unsets a field. */
type CredentialsChange = {
  base_url?: string | null
  client_id?: string | null
  /** Blank keeps the stored secret. */
  client_secret?: string | null
  webhook_secrets?: { add?: string[]; remove?: string[] }
}

/** `POST /admin/stablecoin/settings`. */
export type AdminUpdateSettings = AdminSettingsChange & {
  /** Version of the settings that the change is based on. */
  version: string
}

/** Changed settings. Absent fields stay. */
export type AdminSettingsChange = {
  general?: {
    [Name in keyof SettingValues]?: SettingValues[Name] | null
  }
  hosted?: CredentialsChange
  onchain?: CredentialsChange & {
    chains?: Chain[] | null
    default_chain?: Chain | null
  }
  /** Warnings that the user has confirmed. */
  confirm?: SettingsWarning[]
}

/**
 * `unverified`: the gateway did not confirm the credentials. `live`: payments
 * would move from test to live. `test`: from live to test.
 */
export type SettingsWarning = "unverified" | "live" | "test"

/** A 400 with one error per invalid field. */
export type AdminFieldErrors = {
  type: "invalid_data"
  message: string
  /** `path` such as `onchain.base_url`. */
  errors: { path: string; message: string }[]
}

/** A 409 of `POST /admin/stablecoin/settings`: nothing was saved. */
export type AdminSettingsConflict = {
  type: "conflict"
  /**
   * `changed`: another user changed the settings since the version that was
   * sent.
   */
  code: SettingsWarning | "changed"
  message: string
  rail?: Rail
  /** Result of testing the credentials at the gateway. */
  test?: AdminConnectionTest
}

/**
 * `POST /admin/stablecoin/settings/test`: fields that are not sent come from
 * the effective settings.
 */
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
      /** ISO 8601. Null where the gateway does not report it (hosted). */
      expires_at: string | null
      /**
       * The gateway's clock minus ours, in milliseconds. Null where it reports
       * no time.
       */
      clock_skew_ms: number | null
      /**
       * Null where the gateway lists none (onchain, and a variant of hosted).
       */
      currencies: AdminGatewayCurrency[] | null
    }
  | {
      ok: false
      rail: Rail
      /**
       * A code of GatewayError, or `incomplete`, `private_address`,
       * `secret_needed`.
       */
      code: string
      message: string
      /** How to fix it. */
      remedy: string
    }

export type AdminConnectionTestResponse = { test: AdminConnectionTest }

/**
 * A currency that the hosted checkout accepts, by the gateway's own listing.
 */
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
    /**
     * Currencies that the hosted checkout accepts now. Null when the gateway
     * could not be read, or has no listing.
     */
    hosted: AdminGatewayCurrency[] | null
    /** Why `hosted` is null. */
    hosted_problem: string | null
    onchain: Stablecoin[]
  }
}

/** `GET /admin/stablecoin/settings/changes?limit=&offset=`, newest first. */
export type AdminSettingChangesResponse = {
  changes: {
    id: string
    actor_id: string
    /** The user's email. Null when the user was deleted. */
    actor: string | null
    /**
     * Such as `onchain.base_url`. `confirmed:live` means that the user
     * confirmed this warning.
     */
    fields: string[]
    created_at: string
  }[]
  count: number
  offset: number
  limit: number
}
