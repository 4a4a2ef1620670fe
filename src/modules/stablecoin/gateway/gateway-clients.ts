import {
  BusinessOrderClient,
  type ClientOptions,
  type GatewayCurrency,
  MerchantCheckoutClient,
} from "../../../gateway"
import type { Credentials } from "./retained-account"
import { GatewayPauses } from "./gateway-pauses"
import { HostedListing } from "./hosted-listing"
import { Metrics } from "../telemetry/metrics"
import { recordRequest } from "../telemetry/record-request"

export type GatewayOrder = { client: BusinessOrderClient; id: string }

type Client = { close(): Promise<void> }
type Remembered<T extends Client> = Pick<
  Credentials,
  "clientSecret" | "addressScope"
> & { client: T }

/**
 * One client per account, for as long as the process lives: each keeps its
 * token and its connections.
 */
export class GatewayClients {
  /** Onchain accounts alone: of hosted ones nothing can be asked that could wait. */
  readonly pauses = new GatewayPauses()
  readonly #hosted = new Map<string, Remembered<MerchantCheckoutClient>>()
  readonly #onchain = new Map<string, Remembered<BusinessOrderClient>>()
  /** Gone with their clients: other credentials may be offered something else. */
  readonly #listings = new WeakMap<MerchantCheckoutClient, HostedListing>()

  constructor(private readonly metrics = new Metrics()) {}

  hosted(credentials: Credentials): MerchantCheckoutClient {
    return this.#remembered(
      this.#hosted,
      credentials,
      (options) =>
        new MerchantCheckoutClient({
          ...options,
          onRequest: recordRequest(this.metrics, "hosted"),
        })
    )
  }

  /** What the hosted checkout accepts, soon rather than new: see HostedListing. */
  async hostedListing(
    credentials: Credentials
  ): Promise<GatewayCurrency[] | null> {
    const client = this.hosted(credentials)
    const listing = this.#listings.get(client) ?? new HostedListing(client)
    this.#listings.set(client, listing)
    return await listing.get()
  }

  onchain(credentials: Credentials): BusinessOrderClient {
    return this.#remembered(
      this.#onchain,
      credentials,
      (options) =>
        new BusinessOrderClient({
          ...options,
          onRequest: recordRequest(this.metrics, "onchain"),
          onRateLimit: (ms) => {
            if (this.pauses.begin(credentials.account, ms)) {
              this.metrics.add("stablecoin.gateway.pauses", { rail: "onchain" })
            }
          },
        })
    )
  }

  /** Whether an account's last answers were the sandbox's. */
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
    // Renewed: what is under way with the old one may end.
    void known?.client.close().catch(() => undefined)
    return client
  }
}
