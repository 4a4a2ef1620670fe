import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import type {
  HostedSettings,
  OnchainSettings,
} from "../../modules/stablecoin/types"
import { hosted, onchain } from "./adapters"
import { IDENTIFIERS } from "./provider-ids"
import { StablecoinProviderBase } from "./stablecoin-base"

/**
 * `pp_stablecoin-hosted_<id>`: the buyer picks the method on the gateway's
 * page.
 */
class StablecoinHostedService extends StablecoinProviderBase<HostedSettings> {
  static override identifier = IDENTIFIERS.hosted
  protected readonly adapter = hosted
}

/** `pp_stablecoin-onchain_<id>`: a payment order on a chosen network. */
class StablecoinOnchainService extends StablecoinProviderBase<OnchainSettings> {
  static override identifier = IDENTIFIERS.onchain
  protected readonly adapter = onchain
}

export default ModuleProvider(Modules.PAYMENT, {
  services: [StablecoinHostedService, StablecoinOnchainService],
})
