import type { ChainInfo } from "./chain-info"

export const avalanche: ChainInfo = {
  code: "AVALANCHE",
  name: "Avalanche C-Chain",
  evmChainId: 43114,
  explorer: { name: "SnowTrace", url: "https://snowtrace.io" },
}
