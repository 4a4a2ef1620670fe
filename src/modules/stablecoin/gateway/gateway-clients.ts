import {
  BusinessOrderClient,
  type ClientOptions,
  MerchantCheckoutClient,
} from "../../../gateway"
import type { Rail } from "../../../ledger"
import type { Credentials } from "../accounts/account"
import { GatewayPauses } from "./gateway-pauses"
import { recordRequest } from "../telemetry/metrics"

type Client = { close(): Promise<void> }
type Remembered<T extends Client> = Pick<
  Credentials,
  "clientSecret" | "addressScope"
> & { client: T }

/**
 * Keeps one client per account, with its token and its connections, until it is
 * closed.
 */
export class GatewayClients {
  /** Onchain accounts only: hosted payments have no reads that could wait. */
  readonly pauses = new GatewayPauses()
  readonly #hosted = new Map<string, Remembered<MerchantCheckoutClient>>()
  readonly #onchain = new Map<string, Remembered<BusinessOrderClient>>()

  hosted(credentials: Credentials): MerchantCheckoutClient {
    return this.#remembered(
      this.#hosted,
      credentials,
      (options) =>
        new MerchantCheckoutClient({
          ...options,
          onRequest: (request) => recordRequest("hosted", request),
        })
    )
  }

  onchain(credentials: Credentials): BusinessOrderClient {
    return this.#remembered(
      this.#onchain,
      credentials,
      (options) =>
        new BusinessOrderClient({
          ...options,
          onRequest: (request) => recordRequest("onchain", request),
          onRateLimit: (ms) => this.pauses.begin(credentials.account, ms),
        })
    )
  }

  /** The client that reads and cancels a rail's payments; null without calls. */
  readonly readers: Record<
    Rail,
    ((credentials: Credentials) => BusinessOrderClient) | null
  > = { hosted: null, onchain: (credentials) => this.onchain(credentials) }

  /** Whether the sandbox sent an account's last responses. */
  isSandbox(account: string): boolean {
    const known = this.#hosted.get(account) ?? this.#onchain.get(account)
    return known?.client.isSandbox ?? false
  }

  async close(): Promise<void> {
    const known = [...this.#hosted.values(), ...this.#onchain.values()]
    this.#hosted.clear()
    this.#onchain.clear()
    await Promise.all(known.map(({ client }) => client.close()))
  }

  #remembered<T extends Client>(
    map: Map<string, Remembered<T>>,
    { account, baseUrl, clientId, clientSecret, addressScope }: Credentials,
    make: (options: ClientOptions) => T
  ): T {
    const known = map.get(account)
    if (
      known?.clientSecret === clientSecret &&
      known.addressScope === addressScope
    ) {
      return known.client
    }
    const client = make({ baseUrl, clientId, clientSecret, addressScope })
    map.set(account, { clientSecret, addressScope, client })
    // Requests under way with the old client may finish.
    void known?.client.close().catch(() => undefined)
    return client
  }
}
