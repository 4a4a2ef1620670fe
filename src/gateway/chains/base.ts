import type { ChainInfo } from "./chain-info"

export const base: ChainInfo = {
  code: "BASE",
  name: "Base",
  evmChainId: 8453,
  explorer: { name: "BaseScan", url: "https://basescan.org" },
}
