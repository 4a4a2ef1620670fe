import {
  describeCurrencies,
  type GatewayCurrency,
  type MerchantCheckoutClient,
} from "../../../gateway"
import { CachedCall } from "../../../shared/cached-call"
import { withTimeout } from "../../../shared/with-timeout"

/** Minimum time between two requests, successful or not. */
const ASKED_EVERY_MS = 60_000
/** An older listing is awaited instead of served. */
const STALE_MS = 10 * 60_000
/** A slow gateway must not block a checkout. */
const TIMEOUT_MS = 1_500

/**
 * Currencies of one account's hosted checkout, for buyers. Serves the last
 * known listing and renews it in the background.
 */
export class HostedListing {
  #known: { currencies: GatewayCurrency[] | null; at: number } = {
    currencies: null,
    at: -Infinity,
  }
  readonly #runs: CachedCall<void>

  /**
   * @param client the account's client
   * @param now the clock in milliseconds
   */
  constructor(
    private readonly client: Pick<MerchantCheckoutClient, "listCurrencies">,
    private readonly now: () => number = () => performance.now()
  ) {
    this.#runs = new CachedCall(ASKED_EVERY_MS, now)
  }

  /**
   * @returns null when the gateway lists none, or has never answered in time
   */
  async get(): Promise<GatewayCurrency[] | null> {
    const run = this.#runs.get(() => this.#renew())
    if (this.now() - this.#known.at >= STALE_MS) {
      await withTimeout(run, TIMEOUT_MS, () => undefined)
    }
    return this.#known.currencies
  }

  /** Never throws: on a failure the last known listing stays. */
  async #renew(): Promise<void> {
    try {
      const listed = await this.client.listCurrencies()
      const currencies = listed && describeCurrencies(listed)
      this.#known = { currencies, at: this.now() }
    } catch {
      // The health page reports the gateway's errors and their remedies.
    }
  }
}
