import { SandboxError } from "../sandbox-error"
import type { Receipt, TransferInput } from "./chain"
import type { Mined, NetworkChain } from "./network-chain"
import type { Transfer } from "./transaction"
import { fromBaseUnits, toBaseUnits } from "./units"

/**
 * The contract, addresses and base units of a transfer.
 *
 * @throws SandboxError if there is no such coin, address or amount
 */
export function toTransfer(
  { tokens }: NetworkChain,
  { currency, from, to, amount }: TransferInput,
  kind: Transfer["kind"]
): Transfer {
  const token = tokens.of(currency)
  const units = toBaseUnits(amount, token.decimals)
  return { token, from: toAddress(from), to: toAddress(to), units, kind }
}

/** The transfers of a transaction, in order. */
export function receiptsOf(
  { chain }: NetworkChain,
  { block, transaction }: Mined
): Receipt[] {
  return transaction.transfers.map(({ token, from, to, units }) => ({
    txHash: transaction.hash,
    chain,
    currency: token.currency,
    from,
    to,
    amount: fromBaseUnits(units, token.decimals),
    status: transaction.status,
    block: block.number,
  }))
}

/** The address in lower case. @throws SandboxError 422 if it is not one */
export function toAddress(value: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(value)) {
    throw new SandboxError(`${value} is not an address.`, 422)
  }
  return value.toLowerCase()
}
