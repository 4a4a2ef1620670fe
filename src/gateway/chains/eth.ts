import type { ChainInfo } from "./chain-info"

export const eth: ChainInfo = {
  code: "ETH",
  name: "Ethereum",
  evmChainId: 1,
  explorer: { name: "Etherscan", url: "https://etherscan.io" },
}
