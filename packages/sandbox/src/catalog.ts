import { z } from "zod"
import type { Chain, CheckoutMethod } from "../../../src/gateway/schemas"
import { strict } from "./parse"

/** A payment method of the hosted checkout, and the currencies it supports. */
export type SandboxMethod = CheckoutMethod & {
  /** Currency codes that this method accepts. */
  currencies: string[]
  /** Inactive methods are neither listed nor offered on the page. */
  active: boolean
}

export const methodSchema = strict({
  key: z.string().min(1),
  display_name: z.string().min(1),
  behavior: z.string().min(1).default("custodial"),
  is_default: z.boolean().default(false),
  currencies: z.array(z.enum(["USD", "USDT", "USDC"])),
  active: z.boolean().default(true),
})

/** Names and symbols of the currencies that the hosted checkout may list. */
export const CURRENCIES: Record<string, { name: string; symbol: string }> = {
  USDT: { name: "Tether USD", symbol: "₮" },
  USDC: { name: "USD Coin", symbol: "USDC" },
  USD: { name: "US Dollar", symbol: "$" },
}

/**
 * The methods of a new sandbox. `custodial` is the only behavior that the
 * contract names.
 */
export const DEFAULT_METHODS: readonly SandboxMethod[] = [
  {
    key: "wallet_balance",
    display_name: "Wallet balance",
    behavior: "custodial",
    is_default: true,
    currencies: ["USDT", "USDC", "USD"],
    active: true,
  },
  {
    key: "exchange_account",
    display_name: "Exchange account",
    behavior: "custodial",
    is_default: false,
    currencies: ["USDT", "USDC"],
    active: true,
  },
  {
    key: "debit_card",
    display_name: "Debit card",
    behavior: "custodial",
    is_default: false,
    currencies: ["USD", "USDC"],
    active: true,
  },
]

/**
 * A method as the API and the page show it, without the sandbox's own fields.
 */
export function toCheckoutMethod(method: SandboxMethod): CheckoutMethod {
  const { key, display_name, behavior, is_default } = method
  return { key, display_name, behavior, is_default }
}

/** Display names of the Business Order API's chains. */
export const CHAIN_NAMES = {
  POLYGON: "Polygon",
  ETH: "Ethereum",
  BASE: "Base",
  ARBITRUM: "Arbitrum One",
  BSC: "BNB Smart Chain",
  AVALANCHE: "Avalanche C-Chain",
} as const satisfies Record<Chain, string>
