import type { ChainInfo } from "./chain-info"

export const polygon: ChainInfo = {
  code: "POLYGON",
  name: "Polygon",
  evmChainId: 137,
  explorer: { name: "PolygonScan", url: "https://polygonscan.com" },
}
