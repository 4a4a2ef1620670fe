import type { Rail } from "../ledger/rails"
import type { AdminGatewayCurrency } from "./currencies"

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
