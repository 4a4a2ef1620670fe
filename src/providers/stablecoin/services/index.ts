export { StablecoinHostedService } from "./hosted"
export { StablecoinOnchainService } from "./onchain"
