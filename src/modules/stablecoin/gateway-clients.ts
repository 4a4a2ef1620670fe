import { BusinessOrderClient, MerchantCheckoutClient } from "../../gateway"
import type { Payment } from "../../ledger"
import type { HostedSettings, OnchainSettings } from "./settings"

export type AskableOrder = { client: BusinessOrderClient; id: string }

/**
 * One client per account, for as long as the process lives: each keeps its
 * token and its connections.
 */
export class GatewayClients {
  readonly #hosted = new Map<string, MerchantCheckoutClient>()
  readonly #onchain = new Map<string, BusinessOrderClient>()

  hosted(settings: HostedSettings): MerchantCheckoutClient {
    return remembered(
      this.#hosted,
      settings.account,
      () => new MerchantCheckoutClient(settings)
    )
  }

  onchain(settings: OnchainSettings): BusinessOrderClient {
    return remembered(
      this.#onchain,
      settings.account,
      () => new BusinessOrderClient(settings)
    )
  }

  /**
   * The order of a payment and who to ask about it; null where the gateway has
   * no call for it, or we no longer hold the credentials that it was started with.
   */
  orderOf(
    { rail, gateway_id, account }: Payment,
    settings: OnchainSettings
  ): AskableOrder | null {
    return rail === "onchain" && gateway_id && settings.account === account
      ? { client: this.onchain(settings), id: gateway_id }
      : null
  }

  async close(): Promise<void> {
    const clients = [...this.#hosted.values(), ...this.#onchain.values()]
    this.#hosted.clear()
    this.#onchain.clear()
    await Promise.all(clients.map((client) => client.close()))
  }
}

function remembered<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known) {
    return known
  }
  const made = make()
  map.set(key, made)
  return made
}
