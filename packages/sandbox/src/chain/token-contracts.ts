import { randomBytes } from "node:crypto"
import type { Network } from "../../../../src/blockchain/networks"
import { SandboxError } from "../sandbox-error"

/** An ERC-20 contract. Its address and its holders' are in lower case. */
export type TokenContract = {
  /** Its name in the sandbox: the gateway's code, or its address. */
  currency: string
  address: string
  /** The answer of `symbol()`. */
  symbol: string
  decimals: number
  /** Base units by holder. */
  balances: Map<string, bigint>
}

/**
 * Answers of `symbol()` that differ from the coin's name. A contract keeps its
 * own spelling, so a symbol does not identify a coin.
 */
const SYMBOLS: Record<string, string> = {
  "POLYGON/USDT": "USDT0",
  "ARBITRUM/USDT": "USD₮0",
  "ARBITRUM/USDC.e": "USDC",
  "AVALANCHE/USDT": "USDt",
}

/** The token contracts of a network. */
export class TokenContracts {
  private readonly byAddress = new Map<string, TokenContract>()
  private readonly byName = new Map<string, TokenContract>()

  constructor(private readonly network: Network) {
    const { chain, tokens, others } = network
    const coins = [
      ...Object.entries(tokens).map(([name, token]) => ({ name, ...token })),
      ...others,
    ]
    for (const { name, address, decimals } of coins) {
      const symbol = SYMBOLS[`${chain}/${name}`] ?? name
      this.byName.set(name, this.add(name, address, symbol, decimals))
    }
  }

  at(address: string): TokenContract | undefined {
    return this.byAddress.get(address.toLowerCase())
  }

  /**
   * The contract of a coin, by its name or address.
   *
   * @throws SandboxError 404 if there is none on this network
   */
  of(currency: string): TokenContract {
    const token = this.byName.get(currency) ?? this.at(currency)
    if (!token) {
      const names = [...this.byName.keys()].join(", ")
      throw new SandboxError(
        `There is no coin ${currency} on ${this.network.chain}. There are ${names}, and contracts that you deploy, by address.`,
        404
      )
    }
    return token
  }

  /**
   * Deploys a contract. Its symbol may be that of another.
   *
   * @throws SandboxError 422 for decimals that no coin has
   */
  deploy(symbol: string, decimals: number): TokenContract {
    if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) {
      throw new SandboxError(
        `${decimals} is not a number of decimals from 0 to 36.`,
        422
      )
    }
    const address = `0x${randomBytes(20).toString("hex")}`
    return this.add(address, address, symbol, decimals)
  }

  private add(
    currency: string,
    address: string,
    symbol: string,
    decimals: number
  ): TokenContract {
    const token: TokenContract = {
      currency,
      address: address.toLowerCase(),
      symbol,
      decimals,
      balances: new Map(),
    }
    this.byAddress.set(token.address, token)
    return token
  }
}
