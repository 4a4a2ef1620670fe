import type { PaymentToProve } from "../../../blockchain/prove-payments"
import type { RpcError } from "../../../blockchain/rpc"
import { type Chain, chainSchema } from "../../../gateway"
import {
  type Payment,
  type ProofFact,
  proveAgainAt,
  readsChain,
} from "../../../ledger"
import type { Payments } from "../payments/payments"
import type { Refunds } from "../payments/refunds"
import type { Repository } from "../repository"
import type { RefundToProve } from "../repository/refunds/prove-refunds"
import type { ChainClients } from "./chain-clients"
import type { ChainPolicies } from "./chain-policies"

/** Transfers that are looked up together. */
const AT_ONCE = 90
/** Payments, and refunds, of one pass. The next pass reads the others. */
const READ_AT_MOST = 450
/** Until the next read of a transfer that alone has no answer. */
const UNANSWERED_MS = 5 * 60_000

type ProofsParts = {
  repository: Pick<Repository, "deposits" | "payments" | "refunds">
  payments: Pick<Payments, "apply">
  refunds: Pick<Refunds, "applyProof">
  policies: ChainPolicies
  clients: ChainClients
}

/** The result of reading some transfers. */
export type Proved = {
  /** Number of transfers with an answer. */
  answered: number
  /** Ids of the payments that Medusa may have to follow. */
  toSettle: string[]
  /** Why some have no answer. They are read again. */
  error: RpcError | null
}

/** The reported transfer of a payment or a refund. */
type Reported = {
  payment: PaymentToProve
  /** @returns ids of payments that Medusa may have to follow */
  apply(fact: ProofFact): Promise<string[]>
  /** Schedules the next read. Null: it is not read any more. */
  proveAgain(at: Date | null): Promise<void>
}

/** Proofs of paid payments and of sent refunds, read from their chains. */
export class Proofs {
  constructor(private readonly parts: ProofsParts) {}

  /**
   * Reads the transfers of paid payments and sent refunds of one chain that are
   * due, the oldest first. An endpoint that fails changes nothing.
   */
  async proveDue(chain: Chain): Promise<Proved> {
    const { payments, refunds } = this.parts.repository
    const paid = await payments.listToProve(chain, READ_AT_MOST)
    const sent = await refunds.listToProve(chain, READ_AT_MOST)
    const due = [
      ...(await this.#ofPayments(paid)),
      ...sent.map((refund) => this.#ofRefund(refund)),
    ]
    const proved: Proved = { answered: 0, toSettle: [], error: null }
    while (due.length && !proved.error) {
      const read = await this.#prove(chain, due.splice(0, AT_ONCE))
      proved.answered += read.answered
      proved.toSettle.push(...read.toSettle)
      proved.error = read.error
    }
    return proved
  }

  /**
   * Reads the transfer of one payment again, also after a final answer.
   *
   * @returns why there is no answer, or null
   */
  async proveAgain(payment: Payment): Promise<RpcError | null> {
    const { policies } = this.parts
    const { data: chain } = chainSchema.safeParse(payment.chain)
    return chain && readsChain(await policies.policyOf(payment))
      ? (await this.#prove(chain, await this.#ofPayments([payment]))).error
      : null
  }

  async #ofPayments(payments: readonly Payment[]): Promise<Reported[]> {
    const { deposits, payments: rows } = this.parts.repository
    const ids = payments.map(({ id }) => id)
    const positions = await deposits.readPositions(ids)
    return payments.map((payment) => ({
      payment: { ...payment, log_index: positions.get(payment.id) },
      apply: async (fact) => await this.#apply(payment, fact),
      // A later setting may name its coin, and its capture may wait for it.
      proveAgain: async (at) =>
        await rows.proveAgain(payment.id, at ?? unansweredUntil()),
    }))
  }

  #ofRefund(refund: RefundToProve): Reported {
    const { repository, refunds } = this.parts
    const { refund_to, payment_created_at } = refund
    // The merchant may have sent it before writing it down.
    const created_at = payment_created_at
    return {
      payment: { ...refund, destination_address: refund_to, created_at },
      apply: async (fact) => {
        await refunds.applyProof(refund, fact)
        return []
      },
      proveAgain: async (at) => await repository.refunds.proveAgain(refund, at),
    }
  }

  async #prove(chain: Chain, all: readonly Reported[]): Promise<Proved> {
    const reader = all.length ? await this.parts.clients.reader(chain) : null
    if (!reader) {
      return { answered: 0, toSettle: [], error: null }
    }
    // Imported on first use: most stores read no chain.
    const { provePayments, unitsDue } =
      await import("../../../blockchain/prove-payments.js")
    const { facts, error } = await provePayments(
      reader,
      all.map(({ payment }) => payment)
    )
    const toSettle: string[] = []
    for (const { payment, apply, proveAgain } of all) {
      const fact = facts.get(payment.id)
      if (fact) {
        toSettle.push(...(await apply(fact)))
      } else if (!unitsDue(payment, reader.network)) {
        await proveAgain(null)
      } else if (!error || (facts.size && !error.isAway)) {
        // Others were answered: it must not stay first in line.
        await proveAgain(unansweredUntil())
      }
    }
    return { answered: facts.size, toSettle, error }
  }

  /** @returns the payment's id if it changed, so that Medusa may have to follow */
  async #apply(payment: Payment, fact: ProofFact): Promise<string[]> {
    const { payments, repository } = this.parts
    const { id, proof } = payment
    const applied = await payments.apply(id, fact, "chain")
    if (applied?.changed) {
      return [id]
    }
    if (proof) {
      const at = proveAgainAt(fact.status, proof, new Date())
      await repository.payments.proveAgain(id, at)
    }
    return []
  }
}

function unansweredUntil(): Date {
  return new Date(Date.now() + UNANSWERED_MS)
}
