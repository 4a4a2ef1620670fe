import type { ChainInfo } from "./chain-info"

export const arbitrum: ChainInfo = {
  code: "ARBITRUM",
  name: "Arbitrum One",
  evmChainId: 42161,
  explorer: { name: "Arbiscan", url: "https://arbiscan.io" },
}
