import type { Chain, CheckoutMethod } from "../../../src/gateway/schemas"

/** Names and symbols of the currencies that the hosted checkout may list. */
export const CURRENCIES: Record<string, { name: string; symbol: string }> = {
  USDT: { name: "Tether USD", symbol: "₮" },
  USDC: { name: "USD Coin", symbol: "USDC" },
  USD: { name: "US Dollar", symbol: "$" },
}

export const METHOD_KEYS = [
  "wallet_balance",
  "exchange_account",
  "debit_card",
] as const

/** A payment method of the hosted checkout, and the codes that it accepts. */
type Method = { currencies: string[]; method: CheckoutMethod }

/** `custodial` is the only behavior that the contract names. */
const method = (
  key: (typeof METHOD_KEYS)[number],
  display_name: string,
  currencies: string[]
): Method => ({
  currencies,
  method: {
    key,
    display_name,
    behavior: "custodial",
    is_default: key === METHOD_KEYS[0],
  },
})

export const METHODS: readonly Method[] = [
  method("wallet_balance", "Wallet balance", ["USDT", "USDC", "USD"]),
  method("exchange_account", "Exchange account", ["USDT", "USDC"]),
  method("debit_card", "Debit card", ["USD", "USDC"]),
]

/** Display names of the Business Order API's chains. */
export const CHAIN_NAMES = {
  POLYGON: "Polygon",
  ETH: "Ethereum",
  BASE: "Base",
  ARBITRUM: "Arbitrum One",
  BSC: "BNB Smart Chain",
  AVALANCHE: "Avalanche C-Chain",
} as const satisfies Record<Chain, string>
