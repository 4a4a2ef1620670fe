import { setTimeout as wait } from "node:timers/promises"
import {
  describeCurrencies,
  type GatewayCurrency,
  type MerchantCheckoutClient,
} from "../../../gateway"
import { CachedCall } from "../../../shared/cached-call"

/** The gateway is asked no more often, whatever it answers. */
const ASKED_EVERY_MS = 60_000
/** A listing that is older is worth a wait. */
const STALE_MS = 10 * 60_000
/** A slow gateway must not stop a checkout. */
const PATIENCE_MS = 1_500

/**
 * What the hosted checkout of one account accepts, for buyers: they get the
 * latest listing that is known, and it is renewed behind their backs.
 */
export class HostedListing {
  #known: { currencies: GatewayCurrency[] | null; at: number } = {
    currencies: null,
    at: -Infinity,
  }
  readonly #runs: CachedCall<void>

  /**
   * @param client whose listing it is
   * @param now the clock in milliseconds
   */
  constructor(
    private readonly client: Pick<MerchantCheckoutClient, "listCurrencies">,
    private readonly now: () => number = () => performance.now()
  ) {
    this.#runs = new CachedCall(ASKED_EVERY_MS, now)
  }

  /** @returns null where nobody knows: the gateway lists none, or has never answered in time */
  async get(): Promise<GatewayCurrency[] | null> {
    const run = this.#runs.get(() => this.#renew())
    if (this.now() - this.#known.at >= STALE_MS) {
      await endOf(run)
    }
    return this.#known.currencies
  }

  /** Never throws: what was known before is better than nothing. */
  async #renew(): Promise<void> {
    try {
      const listed = await this.client.listCurrencies()
      const currencies = listed && describeCurrencies(listed)
      this.#known = { currencies, at: this.now() }
    } catch {
      // The health page says what is wrong with the gateway, and what to do.
    }
  }
}

/** The end of a run, or of the patience with it. */
async function endOf(run: Promise<void>): Promise<void> {
  const ended = new AbortController()
  try {
    await Promise.race([
      run,
      wait(PATIENCE_MS, undefined, { signal: ended.signal }),
    ])
  } finally {
    ended.abort()
  }
}
