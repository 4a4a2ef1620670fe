import type { Network } from "./network"

export const polygon: Network = {
  chain: "POLYGON",
  evmChainId: 137,
  native: "POL",
  tokens: {
    USDC: {
      address: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
      decimals: 6,
      source:
        "https://developers.circle.com/stablecoins/usdc-contract-addresses",
    },
    USDT: {
      address: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
      decimals: 6,
      source: "https://docs.usdt0.to/technical-documentation/deployments",
    },
  },
  others: [
    {
      name: "USDC.e",
      instead_of: "USDC",
      address: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174",
      decimals: 6,
      source:
        "https://polygonscan.com/token/0x2791bca1f2de4661ed88a30c99a7a9449aa84174",
    },
  ],
}
