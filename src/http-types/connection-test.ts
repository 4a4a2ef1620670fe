import type {
  ConnectionTest,
  GatewayCurrency,
} from "../gateway/connection-test"
import type { Stablecoin } from "../gateway/schemas/common"
import type { Rail } from "../ledger/rails"

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
       * A code of GatewayError, or `incomplete`, `private_address`,
       * `secret_needed`.
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
