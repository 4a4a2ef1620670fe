import { randomBytes } from "node:crypto"
import type { Chain as ChainCode } from "../../gateway/schemas"
import { toExactDecimal } from "../../ledger/money"
import { SandboxError } from "../sandbox-error"
import type { Chain, Receipt, TransferInput } from "./chain"
import { fromBaseUnits, toBaseUnits } from "./units"

/** The sender of faucet coins. */
const FAUCET = `0x${"f".repeat(40)}`

/** Blockchains in memory. Every transfer is final at once, in its own block. */
export class MemoryChain implements Chain {
  private readonly balances = new Map<string, bigint>()
  private readonly receipts = new Map<string, Receipt>()
  private block = 1

  async createAccount(): Promise<string> {
    return `0x${randomBytes(20).toString("hex")}`
  }

  async faucet(input: Omit<TransferInput, "from">): Promise<Receipt> {
    this.change(
      input.chain,
      input.currency,
      input.to,
      toBaseUnits(input.amount)
    )
    return this.write({ ...input, from: FAUCET }, "success")
  }

  async balance(input: {
    chain: ChainCode
    currency: string
    address: string
  }): Promise<string> {
    return fromBaseUnits(this.held(input.chain, input.currency, input.address))
  }

  async transfer(input: TransferInput): Promise<Receipt> {
    const units = toBaseUnits(input.amount)
    const held = this.held(input.chain, input.currency, input.from)
    if (held < units) {
      throw new SandboxError(
        `${input.from} holds ${fromBaseUnits(held)} ${input.currency} on ${input.chain}, not ${input.amount}. Give it coins with the faucet first.`,
        409
      )
    }
    this.change(input.chain, input.currency, input.from, -units)
    this.change(input.chain, input.currency, input.to, units)
    return this.write(input, "success")
  }

  async failTransfer(input: TransferInput): Promise<Receipt> {
    toBaseUnits(input.amount)
    return this.write(input, "reverted")
  }

  async receipt(chain: ChainCode, txHash: string): Promise<Receipt | null> {
    const receipt = this.receipts.get(txHash.toLowerCase())
    return receipt?.chain === chain ? { ...receipt } : null
  }

  private held(chain: string, currency: string, address: string): bigint {
    return this.balances.get(key(chain, currency, address)) ?? 0n
  }

  private change(
    chain: string,
    currency: string,
    address: string,
    units: bigint
  ): void {
    const held = this.held(chain, currency, address)
    this.balances.set(key(chain, currency, address), held + units)
  }

  private write(input: TransferInput, status: Receipt["status"]): Receipt {
    const receipt: Receipt = {
      txHash: `0x${randomBytes(32).toString("hex")}`,
      chain: input.chain,
      currency: input.currency,
      from: input.from.toLowerCase(),
      to: input.to.toLowerCase(),
      amount: toExactDecimal(input.amount),
      status,
      block: this.block++,
    }
    this.receipts.set(receipt.txHash, receipt)
    return { ...receipt }
  }
}

function key(chain: string, currency: string, address: string): string {
  return `${chain}/${currency}/${address.toLowerCase()}`
}
