import { CHAINS, type Chain } from "../../../src/gateway/schemas"
import { ORDER_DECIMALS, type OrderEntry } from "./records/order"
import type { Receipt } from "./chain/receipts"
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
export async function sendFromWallet(
  { state }: Gateway,
  entry: OrderEntry,
  {
    amount = entry.amount,
    chain = entry.chain,
    currency = entry.currency,
  }: WalletTransfer = {}
): Promise<Receipt> {
  const { destinationAddress: to } = entry
  return await state.wallet.pay({ chain, currency, amount, to })
}

/**
 * Confirms a transfer as the buyer's app would, through the same checks.
 *
 * @throws Refusal 422 with the field that does not match. The coins have moved
 *   all the same
 */
export async function confirmTransfer(
  gateway: Gateway,
  entry: OrderEntry,
  { txHash, chain, from }: Pick<Receipt, "txHash" | "chain" | "from">
): Promise<void> {
  await gateway.confirmOrder(entry, { txHash, chain, senderAddress: from })
}
