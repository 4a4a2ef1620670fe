import { setTimeout as wait } from "node:timers/promises"
import { BusinessOrderClient } from "./business-order-client"
import { GatewayError, type GatewayErrorCode } from "./gateway-error"
import { MerchantCheckoutClient } from "./merchant-checkout-client"
import { isBaseUrl, type ClientOptions } from "./options"
import type { MerchantCurrency } from "./schemas"

/** A currency of the hosted checkout, and the methods that it can be paid by. */
export type GatewayCurrency = {
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

/** What a gateway said of credentials, or what went wrong; never a secret. */
export type ConnectionTest =
  | {
      ok: true
      /** `test`, `live`, or what else the gateway calls it. */
      mode: string
      /** Whether this is the sandbox: no money moves, also in live mode. */
      sandbox: boolean
      /** Of the token, ISO 8601; null where the gateway does not tell (hosted). */
      expires_at: string | null
      /** The gateway's clock minus ours in milliseconds; null where it tells no time. */
      clock_skew_ms: number | null
      /** Null where the gateway lists none. */
      currencies: GatewayCurrency[] | null
    }
  | { ok: false; code: GatewayErrorCode; message: string; remedy: string }

type Tested = Pick<
  Extract<ConnectionTest, { ok: true }>,
  "mode" | "sandbox" | "expires_at" | "currencies"
>
type Rail = "hosted" | "onchain"

/** A person waits: two requests, and no repetitions. */
const TIMEOUTS = { connect: 2_000, headers: 5_000, body: 2_000 }
const DEADLINE_MS = 9_000

/**
 * Tries credentials at the gateway, with a fresh token and a connection of its
 * own. Asks for nothing but the token, and on the hosted rail the currencies.
 * Ends within 10 seconds, and does not throw.
 */
export async function testConnection(
  rail: Rail,
  options: Pick<
    ClientOptions,
    "baseUrl" | "clientId" | "clientSecret" | "addressScope"
  >
): Promise<ConnectionTest> {
  if (!isBaseUrl(options.baseUrl)) {
    return WRONG_ADDRESS
  }
  let skewMs: number | null = null
  const settings: ClientOptions = {
    ...options,
    timeouts: TIMEOUTS,
    retries: 0,
    onClock: (ms) => {
      skewMs = Math.round(ms)
    },
  }
  const deadline = new AbortController()
  const attempt = async (): Promise<ConnectionTest> => {
    const tested = await TRY[rail](settings)
    return { ok: true, ...tested, clock_skew_ms: skewMs }
  }
  try {
    return await Promise.race([
      attempt(),
      wait(DEADLINE_MS, TOO_LATE, { signal: deadline.signal }),
    ])
  } catch (error) {
    if (error instanceof GatewayError) {
      const { code, summary, remedy } = error
      return { ok: false, code, message: summary, remedy }
    }
    throw error
  } finally {
    deadline.abort()
  }
}

const WRONG_ADDRESS: ConnectionTest = {
  ok: false,
  code: "invalid",
  message: "The base URL is not an address of an API.",
  remedy:
    "Enter an http or https URL without query, such as https://gateway.example.",
}

const TOO_LATE: ConnectionTest = {
  ok: false,
  code: "timeout",
  message: `The gateway gave no whole answer within ${DEADLINE_MS / 1000} seconds.`,
  remedy: "Check the base URL and the network.",
}

const TRY: Record<Rail, (options: ClientOptions) => Promise<Tested>> = {
  hosted: async (options) => {
    const client = new MerchantCheckoutClient(options)
    try {
      const { mode } = await client.verify()
      const currencies = await client.listCurrencies()
      return {
        mode,
        sandbox: client.isSandbox,
        expires_at: null,
        currencies: currencies && describeCurrencies(currencies),
      }
    } finally {
      // Not waited for: it ends when the last request has.
      void client.close().catch(() => undefined)
    }
  },
  onchain: async (options) => {
    const client = new BusinessOrderClient(options)
    try {
      const { mode, expiresAt } = await client.verify()
      return {
        mode,
        sandbox: client.isSandbox,
        expires_at: expiresAt,
        currencies: null,
      }
    } finally {
      void client.close().catch(() => undefined)
    }
  },
}

/** The gateway's listing in the words of the admin, without what only some variants add. */
export function describeCurrencies(
  currencies: MerchantCurrency[]
): GatewayCurrency[] {
  return currencies.map(
    ({ code, name, symbol, is_default, checkout_methods }) => ({
      code,
      name,
      symbol,
      is_default,
      methods: checkout_methods.map(
        ({ key, display_name, behavior, is_default }) => ({
          key,
          display_name,
          behavior,
          is_default,
        })
      ),
    })
  )
}
