/** Contract of a coin. */
export type Token = {
  /** With EIP-55 checksum. */
  address: string
  /** Fraction digits of its base unit: 6, or 18 on BNB Smart Chain. */
  decimals: number
}

/** EVM network of the Business Order API, with the coins that it takes there. */
export type Network = {
  /** The gateway's code. */
  chain: string
  /** EIP-155 chain id, which an endpoint must report. */
  evmChainId: number
  /** The coin that pays its fees, which no contract has. */
  native: string
  /** By the gateway's code of the coin. */
  tokens: Readonly<Record<string, Token>>
  /** Coins that a buyer may take for one of these, by name. */
  others: Readonly<Record<string, Token>>
}

// Addresses of USDC: developers.circle.com/stablecoins/usdc-contract-addresses.
// Of USDT: tether.to/en/supported-protocols, and as USDT0 on Polygon and
// Arbitrum docs.usdt0.to/technical-documentation/deployments. Those of Base's
// USDT, of BNB Smart Chain and of bridged coins: the chain's explorer.

function coin(address: string, decimals = 6): Token {
  return { address, decimals }
}

export const polygon: Network = {
  chain: "POLYGON",
  evmChainId: 137,
  native: "POL",
  tokens: {
    USDC: coin("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"),
    USDT: coin("0xc2132D05D31c914a87C6611C10748AEb04B58e8F"),
  },
  others: {
    "USDC.e": coin("0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"),
  },
}

const eth: Network = {
  chain: "ETH",
  evmChainId: 1,
  native: "ETH",
  tokens: {
    USDC: coin("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
    USDT: coin("0xdAC17F958D2ee523a2206206994597C13D831ec7"),
  },
  others: {},
}

const base: Network = {
  chain: "BASE",
  evmChainId: 8453,
  native: "ETH",
  tokens: {
    USDC: coin("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
    USDT: coin("0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"),
  },
  others: {
    USDbC: coin("0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA"),
  },
}

const arbitrum: Network = {
  chain: "ARBITRUM",
  evmChainId: 42161,
  native: "ETH",
  tokens: {
    USDC: coin("0xaf88d065e77c8cC2239327C5EDb3A432268e5831"),
    USDT: coin("0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9"),
  },
  others: {
    "USDC.e": coin("0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8"),
  },
}

export const bsc: Network = {
  chain: "BSC",
  evmChainId: 56,
  native: "BNB",
  tokens: {
    USDC: coin("0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", 18),
    USDT: coin("0x55d398326f99059fF775485246999027B3197955", 18),
  },
  others: {
    "USDC (Wormhole)": coin("0xB04906e95AB5D797aDA81508115611fee694c2b3"),
    "USDT (Wormhole)": coin("0x524bC91Dc82d6b90EF29F76A3ECAaBAffFD490Bc"),
  },
}

const avalanche: Network = {
  chain: "AVALANCHE",
  evmChainId: 43114,
  native: "AVAX",
  tokens: {
    USDC: coin("0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E"),
    USDT: coin("0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7"),
  },
  others: {
    "USDC.e": coin("0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664"),
    "USDT.e": coin("0xc7198437980c041c805A1EDcbA50c1Ce5db95118"),
  },
}

/** Networks of the Business Order API, in the contract's order. */
export const NETWORKS: readonly Network[] = [
  polygon,
  eth,
  base,
  arbitrum,
  bsc,
  avalanche,
]
