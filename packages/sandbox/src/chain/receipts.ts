import type { Chain as ChainCode } from "../../../../src/gateway/schemas"
import { SandboxError } from "../sandbox-error"
import type { Mined, NetworkChain } from "./network-chain"
import type { Transfer } from "./transaction"
import { fromBaseUnits, toBaseUnits } from "./units"

/**
 * A transfer as a block explorer shows it. Amounts are decimal strings in whole
 * coins.
 */
export type Receipt = {
  txHash: string
  chain: ChainCode
  /** Name of the coin. A contract that the networks don't list: its address. */
  currency: string
  from: string
  to: string
  amount: string
  /** A reverted transfer is on the chain but moved no coins. */
  status: "success" | "reverted"
  block: number
}

export type TransferInput = {
  chain: ChainCode
  /** Name of a coin, such as "USDT" or "USDC.e", or a contract's address. */
  currency: string
  from: string
  to: string
  /** Decimal with at most the coin's fraction digits, such as "10.50". */
  amount: string
}

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
