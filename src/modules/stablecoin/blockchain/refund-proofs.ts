import type { Chain } from "../../../gateway"
import type { RpcError } from "../../../blockchain/rpc"
import type { Refunds } from "../payments/refunds"
import type { Repository } from "../repository"
import type { RefundToProve } from "../repository/refunds/prove-refunds"
import type { AdminSettings } from "../settings/admin-settings"
import { blockchainSettings } from "./blockchain-settings"
import type { ChainClients } from "./chain-clients"

/** Refunds whose transfers one request looks up. */
const AT_ONCE = 90
/** Until the next read of a refund that alone has no answer. */
const UNANSWERED_MS = 60 * 60_000

type RefundProofsParts = {
  repository: Pick<Repository, "refunds">
  settings: Pick<AdminSettings, "recent">
  refunds: Pick<Refunds, "applyProof">
  clients: ChainClients
}

/** The result of reading the transfers of some refunds. */
export type ProvedRefunds = {
  /** Number of refunds with an answer. */
  answered: number
  /** Why some have no answer. They are read again. */
  error: RpcError | null
}

/** Proofs of sent refunds, read from their chains. */
export class RefundProofs {
  constructor(private readonly parts: RefundProofsParts) {}

  /**
   * Reads the transfers of the refunds of one chain that are due to be read. An
   * endpoint that fails changes nothing. Refunds in a coin without a known
   * contract are not read any more.
   */
  async prove(chain: Chain): Promise<ProvedRefunds> {
    const { clients, repository, refunds } = this.parts
    const settings = await blockchainSettings(this.parts.settings)
    const due = await repository.refunds.listToProve(chain, AT_ONCE, new Date())
    const reader =
      settings && due.length ? await clients.reader(chain, settings) : null
    if (!reader) {
      return { answered: 0, error: null }
    }
    const { isProvable, provePayments } =
      await import("../../../blockchain/prove-payments.js")
    const provable = due.filter((each) => isProvable(each, reader.network))
    for (const refund of due.filter((each) => !provable.includes(each))) {
      await repository.refunds.proveAgain(refund, null)
    }
    if (!provable.length) {
      return { answered: 0, error: null }
    }
    const { facts, error } = await provePayments(
      reader,
      provable.map(asTransfer)
    )
    for (const refund of provable) {
      const fact = facts.get(refund.id)
      if (fact) {
        await refunds.applyProof(refund, fact)
      } else if (facts.size || !error) {
        // Others were answered: it must not stay first in line.
        const later = new Date(Date.now() + UNANSWERED_MS)
        await repository.refunds.proveAgain(refund, later)
      }
    }
    return { answered: facts.size, error }
  }
}

function asTransfer({
  refund_to,
  payment_created_at,
  ...refund
}: RefundToProve) {
  // The merchant may have sent it before writing it down.
  return {
    ...refund,
    destination_address: refund_to,
    created_at: payment_created_at,
  }
}
