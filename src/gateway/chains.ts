import type { Chain } from "./schemas/common"

/** Display data of a chain that the gateway identifies by a code. */
export type ChainInfo = {
  code: Chain
  name: string
  /** EIP-155 chain id, which a wallet is requested to switch to. */
  evmChainId: number
  explorer: {
    name: string
    /** Without a trailing slash. */
    url: string
  }
}

/** Chains of the Business Order API, in the contract's order. */
export const CHAIN_INFO: Readonly<Record<Chain, ChainInfo>> = {
  POLYGON: {
    code: "POLYGON",
    name: "Polygon",
    evmChainId: 137,
    explorer: { name: "PolygonScan", url: "https://polygonscan.com" },
  },
  ETH: {
    code: "ETH",
    name: "Ethereum",
    evmChainId: 1,
    explorer: { name: "Etherscan", url: "https://etherscan.io" },
  },
  BASE: {
    code: "BASE",
    name: "Base",
    evmChainId: 8453,
    explorer: { name: "BaseScan", url: "https://basescan.org" },
  },
  ARBITRUM: {
    code: "ARBITRUM",
    name: "Arbitrum One",
    evmChainId: 42161,
    explorer: { name: "Arbiscan", url: "https://arbiscan.io" },
  },
  BSC: {
    code: "BSC",
    name: "BNB Smart Chain",
    evmChainId: 56,
    explorer: { name: "BscScan", url: "https://bscscan.com" },
  },
  AVALANCHE: {
    code: "AVALANCHE",
    name: "Avalanche C-Chain",
    evmChainId: 43114,
    explorer: { name: "SnowTrace", url: "https://snowtrace.io" },
  },
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
