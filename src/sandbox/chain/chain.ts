import type { Chain as ChainCode } from "../../gateway/schemas"

/**
 * A transfer as a block explorer shows it. Amounts are decimal strings in whole
 * coins.
 */
export type Receipt = {
  txHash: string
  chain: ChainCode
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
  currency: string
  from: string
  to: string
  /** Decimal with at most six fraction digits, such as "10.50". */
  amount: string
}

/** The blockchain access that the gateway needs, with transfers for tests. */
export interface Chain {
  /** Creates an empty account, valid on every chain. */
  createAccount(): Promise<string>
  /** Mints coins to an account. */
  faucet(input: Omit<TransferInput, "from">): Promise<Receipt>
  /** The balance of an account, as a decimal string. */
  balance(input: {
    chain: ChainCode
    currency: string
    address: string
  }): Promise<string>
  /** Moves coins. @throws SandboxError if the balance is too low */
  transfer(input: TransferInput): Promise<Receipt>
  /** Records a reverted transfer: it has a receipt and moved no coins. */
  failTransfer(input: TransferInput): Promise<Receipt>
  /** The receipt of a transfer on that chain, or null if it does not exist. */
  receipt(chain: ChainCode, txHash: string): Promise<Receipt | null>
}
