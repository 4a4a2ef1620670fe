import type { Network } from "./network"

export const arbitrum: Network = {
  chain: "ARBITRUM",
  evmChainId: 42161,
  native: "ETH",
  tokens: {
    USDC: {
      address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      decimals: 6,
      source:
        "https://developers.circle.com/stablecoins/usdc-contract-addresses",
    },
    USDT: {
      address: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
      decimals: 6,
      source: "https://docs.usdt0.to/technical-documentation/deployments",
    },
  },
  others: [
    {
      name: "USDC.e",
      instead_of: "USDC",
      address: "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8",
      decimals: 6,
      source:
        "https://arbiscan.io/token/0xff970a61a04b1ca14834a43f5de4533ebddb5cc8",
    },
  ],
}
