import { BusinessOrderClient } from "./business-order-client"
import type { ConnectionTest } from "./connection-test"
import { GatewayError } from "./gateway-error"
import { MerchantCheckoutClient } from "./merchant-checkout-client"
import type { Rail } from "../ledger/rails"
import type { ClientOptions } from "./options"
import { withTimeout } from "../shared/with-timeout"

/** Short, since a user waits: two requests and no retries. */
const TIMEOUTS = { connect: 2_000, headers: 5_000, body: 2_000 }
const DEADLINE_MS = 9_000

/**
 * Tests credentials at the gateway, with a fresh token and a separate
 * connection. Requests only the token, and on the hosted rail the currencies.
 * Ends within 10 seconds, and throws no error of the gateway.
 */
export async function testConnection(
  rail: Rail,
  options: Pick<
    ClientOptions,
    "baseUrl" | "clientId" | "clientSecret" | "addressScope"
  >
): Promise<ConnectionTest> {
  let skewMs: number | null = null
  const settings: ClientOptions = {
    ...options,
    timeouts: TIMEOUTS,
    retries: 0,
    onClock: (ms) => {
      skewMs = Math.round(ms)
    },
  }
  const attempt = async (): Promise<ConnectionTest> => {
    const client = CLIENTS[rail](settings)
    try {
      const { mode, expiresAt = null } = await client.verify()
      const currencies =
        "listCurrencies" in client ? await client.listCurrencies() : null
      const { isSandbox: sandbox } = client
      const tested = { mode, sandbox, expires_at: expiresAt, currencies }
      return { ok: true, ...tested, clock_skew_ms: skewMs }
    } finally {
      // Not awaited: it ends with the last request.
      void client.close().catch(() => undefined)
    }
  }
  try {
    return await withTimeout(attempt(), DEADLINE_MS, () => TIMED_OUT)
  } catch (error) {
    if (error instanceof GatewayError) {
      const { code, summary, remedy } = error
      return { ok: false, code, message: summary, remedy }
    }
    throw error
  }
}

const TIMED_OUT: ConnectionTest = {
  ok: false,
  code: "timeout",
  message: `The gateway gave no complete answer within ${DEADLINE_MS / 1000} seconds.`,
  remedy: "Check the base URL and the network.",
}

const CLIENTS: Record<
  Rail,
  (options: ClientOptions) => MerchantCheckoutClient | BusinessOrderClient
> = {
  hosted: (options) => new MerchantCheckoutClient(options),
  onchain: (options) => new BusinessOrderClient(options),
}
