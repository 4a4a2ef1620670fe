import type { Network } from "./network"

export const eth: Network = {
  chain: "ETH",
  evmChainId: 1,
  native: "ETH",
  tokens: {
    USDC: {
      address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      decimals: 6,
      source:
        "https://developers.circle.com/stablecoins/usdc-contract-addresses",
    },
    USDT: {
      address: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
      decimals: 6,
      source: "https://tether.to/en/supported-protocols",
    },
  },
  others: [],
}
