import { BusinessOrderClient, MerchantCheckoutClient } from "../../gateway"
import type { HostedSettings, OnchainSettings } from "./settings"

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
