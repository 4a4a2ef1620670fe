import type { Rail } from "../../../ledger"
import { StablecoinHostedService } from "./hosted"
import { StablecoinOnchainService } from "./onchain"

/** The payment provider of each rail. */
export const SERVICES = {
  hosted: StablecoinHostedService,
  onchain: StablecoinOnchainService,
} as const satisfies Record<Rail, unknown>
