import type { Network } from "./network"

export const base: Network = {
  chain: "BASE",
  evmChainId: 8453,
  native: "ETH",
  tokens: {
    USDC: {
      address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      decimals: 6,
      source:
        "https://developers.circle.com/stablecoins/usdc-contract-addresses",
    },
    USDT: {
      address: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2",
      decimals: 6,
      source:
        "https://basescan.org/token/0xfde4c96c8593536e31f229ea8f37b2ada2699bb2",
    },
  },
  others: [
    {
      name: "USDbC",
      instead_of: "USDC",
      address: "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA",
      decimals: 6,
      source:
        "https://basescan.org/token/0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca",
    },
  ],
}
