import type { GatewayErrorCode } from "./gateway-error"
import type { GatewayCurrency } from "./schemas/merchant-checkout"

/** Result of testing credentials at the gateway. Never contains a secret. */
export type ConnectionTest<Code extends string = GatewayErrorCode> =
  | {
      ok: true
      /** `test`, `live` or another value of the gateway. */
      mode: string
      /** Whether this is the sandbox: no money moves, even in live mode. */
      sandbox: boolean
      /** Expiry of the token, ISO 8601; null if there is none (hosted). */
      expires_at: string | null
      /**
       * The gateway's clock minus ours in milliseconds; null without a `Date`.
       */
      clock_skew_ms: number | null
      /** Null if the gateway lists none. */
      currencies: GatewayCurrency[] | null
    }
  | { ok: false; code: Code; message: string; remedy: string }
