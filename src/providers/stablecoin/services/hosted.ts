import { IDENTIFIERS } from "../provider-ids"
import { startHosted } from "../start-hosted"
import { StablecoinProviderBase } from "../stablecoin-base"

/**
 * `pp_stablecoin-hosted_<id>`: the buyer picks the method on the gateway's
 * page.
 */
export class StablecoinHostedService extends StablecoinProviderBase {
  static override identifier = IDENTIFIERS.hosted
  protected readonly rail = "hosted"

  protected start = startHosted
}
