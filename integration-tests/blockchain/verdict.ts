import { fromBaseUnits, knownCoins } from "../../src/blockchain/coins"
import { provePayments } from "../../src/blockchain/prove-payments"
import type { ProofFact } from "../../src/ledger"
import type { TestTransfer } from "../../tools/harness/chain/test-chain"
import type { ReadChain } from "./chains"

/** Proves a transfer of a known coin that the gateway reports with this hash. */
export async function verdictOf(
  { chain: { network }, client }: ReadChain,
  txHash: string,
  { token, to, units }: TestTransfer
): Promise<ProofFact> {
  const coin = knownCoins(network).find(({ address }) => address === token)!
  const payment = {
    id: "stpay_reported",
    amount: fromBaseUnits(units, coin.decimals),
    currency: coin.name,
    destination_address: to,
    tx_hash: txHash,
    proof: null,
    created_at: new Date(0),
  }
  const reader = { client, network, finality: "finalized" as const }
  const { facts, error } = await provePayments(reader, [payment])
  const fact = facts.get(payment.id)
  if (!fact) {
    throw error ?? new Error("The chain did not answer.")
  }
  return fact
}
