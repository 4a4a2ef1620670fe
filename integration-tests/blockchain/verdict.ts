import {
  proveTransfer,
  type ReportedTransfer,
  type Verdict,
} from "../../src/blockchain/prove-transfer"
import { blockOf, receiptOf } from "../../src/blockchain/rpc"
import type { TestTransfer } from "../../tools/harness/chain/test-chain"
import type { ReadChain } from "./chains"

/** Proves a transfer that the gateway reports with this hash. */
export async function verdictOf(
  { chain, client }: ReadChain,
  txHash: string,
  { token, to, units }: TestTransfer
): Promise<Verdict> {
  const [receipt, finalized] = await client.batch([
    receiptOf(txHash),
    blockOf("finalized"),
  ])
  if (!receipt.ok || !finalized.ok || !finalized.value) {
    throw new Error("The chain did not answer.")
  }
  const reported: ReportedTransfer = {
    tx_hash: txHash,
    token: { address: token },
    destination_address: to,
    units,
  }
  return proveTransfer(
    reported,
    receipt.value,
    finalized.value.number,
    chain.network
  )
}
