import type { Hex } from "../contracts/contracts"
import type { Anvil } from "./anvil"

/** Enough for each transaction of a test. Blocks hold 30 million. */
const GAS = 25_000_000n
const FEE_PER_GAS = 100n * 10n ** 9n
const BALANCE = `0x${(10n ** 30n).toString(16)}`

/** A transaction to a contract, or the one that creates it. */
type Transaction = { to?: string; data: Hex }

/** Receipt of a transaction, as far as the harness needs it. */
type Receipt = { transactionHash: string; contractAddress: string | null }

/** An account with a key of its own, which signs its transactions. */
export type Account = {
  /** In lower case. */
  address: string
  /** Resolves when the transaction is in a block. */
  send(transaction: Transaction): Promise<Receipt>
}

/** Creates an account that can pay for its transactions. */
export async function createAccount(
  anvil: Anvil,
  chainId: number
): Promise<Account> {
  const { generatePrivateKey, privateKeyToAccount } =
    await import("viem/accounts")
  const account = privateKeyToAccount(generatePrivateKey())
  const { address } = account
  await anvil.request("anvil_setBalance", [address, BALANCE])
  return {
    address: address.toLowerCase(),
    send: async ({ to, data }) => {
      // Read each time, because a reorganization lowers it.
      const nonce = await anvil.request("eth_getTransactionCount", [
        address,
        "latest",
      ])
      const signed = await account.signTransaction({
        chainId,
        nonce: Number(nonce),
        ...(to ? { to: to.toLowerCase() as Hex } : {}),
        data,
        gas: GAS,
        maxFeePerGas: FEE_PER_GAS,
      })
      // Unlike eth_sendRawTransaction, it answers after the block.
      const receipt = await anvil.request("eth_sendRawTransactionSync", [
        signed,
      ])
      return receipt as Receipt
    },
  }
}
