import type { Network } from "./network"

export const bsc: Network = {
  chain: "BSC",
  evmChainId: 56,
  native: "BNB",
  tokens: {
    USDC: {
      address: "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
      decimals: 18,
      source:
        "https://bscscan.com/token/0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d",
    },
    USDT: {
      address: "0x55d398326f99059fF775485246999027B3197955",
      decimals: 18,
      source:
        "https://bscscan.com/token/0x55d398326f99059ff775485246999027b3197955",
    },
  },
  others: [
    {
      name: "USDC (Wormhole)",
      instead_of: "USDC",
      address: "0xB04906e95AB5D797aDA81508115611fee694c2b3",
      decimals: 6,
      source:
        "https://bscscan.com/token/0xb04906e95ab5d797ada81508115611fee694c2b3",
    },
    {
      name: "USDT (Wormhole)",
      instead_of: "USDT",
      address: "0x524bC91Dc82d6b90EF29F76A3ECAaBAffFD490Bc",
      decimals: 6,
      source:
        "https://bscscan.com/token/0x524bc91dc82d6b90ef29f76a3ecaabafffd490bc",
    },
  ],
}
