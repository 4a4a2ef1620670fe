import { arbitrum } from "./arbitrum"
import { avalanche } from "./avalanche"
import { base } from "./base"
import { bsc } from "./bsc"
import { eth } from "./eth"
import type { Network } from "./network"
import { polygon } from "./polygon"

export type { Network, OtherToken, Token } from "./network"

/** Networks of the Business Order API, in the contract's order. */
export const NETWORKS: readonly Network[] = [
  polygon,
  eth,
  base,
  arbitrum,
  bsc,
  avalanche,
]
