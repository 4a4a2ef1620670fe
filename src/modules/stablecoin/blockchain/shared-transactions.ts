import type { Chain } from "../../../gateway"
import { type Payment, takenPositions } from "../../../ledger"
import type { Repository } from "../repository"
import type { AdminSettings } from "../settings/admin-settings"
import { blockchainSettings } from "./blockchain-settings"
import type { ChainClients } from "./chain-clients"

/** Payments that one pass compares with their transactions. */
const AT_ONCE = 90

type SharedTransactionsParts = {
  repository: Pick<Repository, "payments">
  settings: Pick<AdminSettings, "recent">
  clients: ChainClients
}

/** Transactions that pay more than one payment. */
export class SharedTransactions {
  constructor(private readonly parts: SharedTransactionsParts) {}

  /**
   * Assigns a transfer of its own to each payment that the gateway confirms
   * with the transaction of another one, where a final block shows one for
   * each. The next read from the gateway makes it paid.
   *
   * @returns the payments that were assigned one
   */
  async assign(chain: Chain): Promise<Payment[]> {
    const { clients, repository } = this.parts
    const settings = await blockchainSettings(this.parts.settings)
    const reused = await repository.payments.listReusedTransfers(chain, AT_ONCE)
    const reader =
      settings && reused.length ? await clients.reader(chain, settings) : null
    if (!reader) {
      return []
    }
    const { provePayments } =
      await import("../../../blockchain/prove-payments.js")
    const { positions } = await provePayments(
      reader,
      reused.map(({ payment, tx_hash }) => ({ ...payment, tx_hash }))
    )
    const shared: Payment[] = []
    for (const { payment, tx_hash } of reused) {
      const transfer = { chain, tx_hash }
      const taken = takenPositions(
        await repository.payments.listClaims(transfer)
      )
      const free = (positions.get(payment.id) ?? []).filter(
        (position) => taken && !taken.includes(position)
      )
      for (const log_index of free) {
        const position = { ...transfer, log_index }
        if (await repository.payments.assignTransfer(payment.id, position)) {
          shared.push(payment)
          break
        }
      }
    }
    return shared
  }
}
