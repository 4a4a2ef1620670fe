import type { Chain } from "../schemas/common"
import { arbitrum } from "./arbitrum"
import { avalanche } from "./avalanche"
import { base } from "./base"
import { bsc } from "./bsc"
import type { ChainInfo } from "./chain-info"
import { eth } from "./eth"
import { polygon } from "./polygon"

/** Chains of the Business Order API, in the contract's order. */
export const CHAIN_INFO: Readonly<Record<Chain, ChainInfo>> = {
  POLYGON: polygon,
  ETH: eth,
  BASE: base,
  ARBITRUM: arbitrum,
  BSC: bsc,
  AVALANCHE: avalanche,
}

/** Returns the chain of a code; null if the contract does not list it. */
export function chainInfo(code: string | null): ChainInfo | null {
  const known: Readonly<Record<string, ChainInfo>> = CHAIN_INFO
  return code !== null && Object.hasOwn(known, code)
    ? (known[code] ?? null)
    : null
}

/** Explorer URL of a transaction; null on an unknown chain. */
export function transactionUrl(
  code: string | null,
  txHash: string
): string | null {
  const chain = chainInfo(code)
  return chain && `${chain.explorer.url}/tx/${encodeURIComponent(txHash)}`
}

/** Explorer URL of an address; null on an unknown chain. */
export function addressUrl(
  code: string | null,
  address: string
): string | null {
  const chain = chainInfo(code)
  return chain && `${chain.explorer.url}/address/${encodeURIComponent(address)}`
}
