import type { Chain as ChainCode } from "../../gateway/schemas"

/** A transfer as a block explorer would show it. Amounts are decimal strings in whole coins. */
export type Receipt = {
  txHash: string
  chain: ChainCode
  currency: string
  from: string
  to: string
  amount: string
  /** A reverted transfer is on the chain but moved nothing. */
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

/** What the gateway needs of blockchains, and what a test needs to move coins on them. */
export interface Chain {
  /** A new, empty account, valid on every network. */
  createAccount(): Promise<string>
  /** Gives an account coins out of nothing. */
  faucet(input: Omit<TransferInput, "from">): Promise<Receipt>
  /** Decimal string of what an account holds. */
  balance(input: {
    chain: ChainCode
    currency: string
    address: string
  }): Promise<string>
  /** Moves coins. @throws SandboxError if the account holds too little */
  transfer(input: TransferInput): Promise<Receipt>
  /** A transfer that is on the chain but reverted: it has a receipt and moved nothing. */
  failTransfer(input: TransferInput): Promise<Receipt>
  /** The receipt of a transfer on that network, or null if there is none. */
  receipt(chain: ChainCode, txHash: string): Promise<Receipt | null>
}
