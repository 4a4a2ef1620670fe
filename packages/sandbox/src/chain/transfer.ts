import { randomBytes } from "node:crypto"
import type { Chain as ChainCode } from "../../../../src/gateway/schemas"
import { SandboxError } from "../sandbox-error"

/**
 * A transfer as a block explorer shows it. Hashes and addresses are in lower
 * case, amounts are decimal strings in whole coins.
 */
export type Transfer = {
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
  /** Position among the logs of its block. */
  logIndex: number
}

export type TransferInput = {
  /** Name of a coin, such as "USDT", "USDC.e" or "POL", or a contract's address. */
  currency: string
  from: string
  to: string
  /** Decimal with at most the coin's fraction digits, such as "10.50". */
  amount: string
}

export const newAddress = (): string => `0x${randomBytes(20).toString("hex")}`

export const newHash = (): string => `0x${randomBytes(32).toString("hex")}`

/** The address in lower case. @throws SandboxError 422 if it is not one */
export function toAddress(value: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(value)) {
    throw new SandboxError(`${value} is not an address.`, 422)
  }
  return value.toLowerCase()
}
