import type { ConnectionTest } from "../gateway/connection-test"
import type { GatewayCurrency } from "../gateway/schemas/merchant-checkout"
import type { Chain, CoinsByChain, Stablecoin } from "../gateway/schemas/common"
import type { Rail } from "../ledger/rails"
import type { SettingValues } from "../settings"

/** Changes to the account of a rail. Absent fields stay. */
type CredentialsChange = {
  base_url?: string | null
  client_id?: string | null
  /** Blank keeps the stored secret, and null removes the account. */
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
    /** Networks that take every stablecoin, or those of each network. */
    chains?: Chain[] | CoinsByChain | null
    default_chain?: Chain | null
  }
  /** Warnings that the user has confirmed. */
  confirm?: SettingsWarning[]
}

/**
 * `unverified`: the gateway did not confirm the credentials. `live`: payments
 * would move from test to live. `test`: from live to test. `exchange_rate`: one unit of a currency other than
 * the dollar would be paid as one coin.
 */
export type SettingsWarning = "unverified" | "live" | "test" | "exchange_rate"

/** A 400 with one error per invalid field. */
export type AdminFieldErrors = {
  type: "invalid_data"
  message: string
  errors: AdminFieldError[]
}

export type AdminFieldError = {
  /** Such as `onchain.base_url`. */
  path: string
  message: string
  /** Identifies the message, where it has a translation. */
  code?: string
  /** The limit that the value violates, in the unit of the API. */
  limit?: number
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

export type AdminConnectionTest = { rail: Rail } & (
  | Extract<ConnectionTest, { ok: true }>
  | (Omit<Extract<ConnectionTest, { ok: false }>, "code"> & {
      /**
       * A code of GatewayError or of AdminFieldError, or `incomplete`.
       */
      code: string
    })
)

export type AdminConnectionTestResponse = { test: AdminConnectionTest }

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
    onchain: Stablecoin[]
  }
}
