import type { ChainInfo } from "./chain-info"

export const bsc: ChainInfo = {
  code: "BSC",
  name: "BNB Smart Chain",
  evmChainId: 56,
  explorer: { name: "BscScan", url: "https://bscscan.com" },
}
