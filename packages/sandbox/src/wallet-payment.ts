import { CHAINS, type Chain } from "../../../src/gateway/schemas"
import { ORDER_DECIMALS, type OrderEntry } from "./records/order"
import type { Transfer } from "./chain/transfer"
import { fromBaseUnits, toBaseUnits } from "./chain/units"
import type { Gateway } from "./gateway"

/**
 * A payment from the built-in wallet. Omitted fields default to the order's.
 */
export type WalletTransfer = {
  /** Decimal string of coins. */
  amount?: string
  chain?: Chain
  /** Name of a coin, such as "USDC.e", or a contract's address. */
  currency?: string
}

const CENT = toBaseUnits("0.01", ORDER_DECIMALS)

/**
 * Typical buyer mistakes: a tenth too little, a tenth too much, another
 * network.
 */
export function wrongTransfers({ amount, chain }: OrderEntry) {
  const [first, second] = CHAINS
  const units = toBaseUnits(amount, ORDER_DECIMALS)
  const tenth = units / 10n
  const difference = tenth - (tenth % CENT) || tenth || 1n
  return {
    pay_less: { amount: fromBaseUnits(units - difference, ORDER_DECIMALS) },
    pay_more: { amount: fromBaseUnits(units + difference, ORDER_DECIMALS) },
    pay_elsewhere: { chain: chain === first ? second : first },
  } satisfies Record<string, WalletTransfer>
}

/** Moves coins to the order's address. */
export function sendFromWallet(
  { state }: Gateway,
  entry: OrderEntry,
  {
    amount = entry.amount,
    chain = entry.chain,
    currency = entry.currency,
  }: WalletTransfer = {}
): Transfer {
  const { destinationAddress: to } = entry
  const transfer = { currency, amount, from: state.wallet, to }
  return state.chain(chain).send([transfer])[0]!
}
