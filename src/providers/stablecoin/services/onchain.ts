import { IDENTIFIERS } from "../provider-ids"
import { startOnchain } from "../start-onchain"
import { StablecoinProviderBase } from "../stablecoin-base"

/** `pp_stablecoin-onchain_<id>`: a payment order on a chosen network. */
export class StablecoinOnchainService extends StablecoinProviderBase {
  static override identifier = IDENTIFIERS.onchain
  protected readonly rail = "onchain"

  protected start = startOnchain
}
