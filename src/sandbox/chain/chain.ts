import type { Chain as ChainCode } from "../../gateway/schemas"

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
  /**
   * The transfers of a transaction on that chain, in order. Empty if it does
   * not exist.
   */
  receipts(chain: ChainCode, txHash: string): Promise<Receipt[]>
}
