import type { Network } from "./network"

export const avalanche: Network = {
  chain: "AVALANCHE",
  evmChainId: 43114,
  native: "AVAX",
  tokens: {
    USDC: {
      address: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E",
      decimals: 6,
      source:
        "https://developers.circle.com/stablecoins/usdc-contract-addresses",
    },
    USDT: {
      address: "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7",
      decimals: 6,
      source: "https://tether.to/en/supported-protocols",
    },
  },
  others: [
    {
      name: "USDC.e",
      instead_of: "USDC",
      address: "0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664",
      decimals: 6,
      source:
        "https://snowtrace.io/token/0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664",
    },
    {
      name: "USDT.e",
      instead_of: "USDT",
      address: "0xc7198437980c041c805A1EDcbA50c1Ce5db95118",
      decimals: 6,
      source:
        "https://snowtrace.io/token/0xc7198437980c041c805a1edcba50c1ce5db95118",
    },
  ],
}
