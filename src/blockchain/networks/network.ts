/** Contract of a coin. */
export type Token = {
  /** With EIP-55 checksum. */
  address: string
  /** Fraction digits of its base unit: 6, or 18 on BNB Smart Chain. */
  decimals: number
  /** Page that names the address. */
  source: string
}

/** Coin that a buyer may take for one of the gateway's. */
export type OtherToken = Token & { name: string; instead_of: string }

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
  others: readonly OtherToken[]
}
