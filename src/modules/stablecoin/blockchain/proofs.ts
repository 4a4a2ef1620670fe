import { type Chain, chainSchema } from "../../../gateway"
import {
  isNewsForMedusa,
  type Payment,
  proveAgainAt,
  readsChain,
} from "../../../ledger"
import type { RpcError } from "../../../blockchain/rpc"
import { Batcher } from "../../../shared/batcher"
import type { Payments } from "../payments/payments"
import type { Repository } from "../repository"
import type { AdminSettings } from "../settings/admin-settings"
import { blockchainSettings } from "./blockchain-settings"
import type { ChainClients } from "./chain-clients"
import type { ChainPolicies } from "./chain-policies"

/** Payments whose transfers one request looks up. */
const AT_ONCE = 90
/** Until the next read of a payment that alone has no answer. */
const UNANSWERED_MS = 5 * 60_000
/** Beyond this, the job looks them up. */
const QUEUED_AT_MOST = 1_000
/** An endpoint that takes longer must not delay the next payments. */
const ANSWERED_WITHIN_MS = 20_000

type ProofsParts = {
  repository: Pick<Repository, "deposits" | "payments">
  settings: Pick<AdminSettings, "recent">
  payments: Pick<Payments, "apply">
  policies: ChainPolicies
  clients: ChainClients
}

/** The result of reading the transfers of some payments. */
export type Proved = {
  /** Number of payments with an answer. */
  answered: number
  /** Ids of the payments that Medusa may have to follow. */
  toSettle: string[]
  /** Why some have no answer. They are read again. */
  error: RpcError | null
}

/** Proofs of paid payments, read from their chains. */
export class Proofs {
  /** Concurrent payments of a chain share its requests. */
  readonly #batchers = new Map<Chain, Batcher<Payment, boolean>>()

  constructor(private readonly parts: ProofsParts) {}

  /** Payments of a chain whose transfer is due to be read, the oldest first. */
  async due(chain: Chain, limit: number): Promise<Payment[]> {
    const { payments } = this.parts.repository
    return await payments.listToProve(chain, limit, new Date())
  }

  /**
   * Reads the transfers of payments of one chain and applies the answers. An
   * endpoint that fails changes nothing.
   *
   * @param payments at most `AT_ONCE`
   */
  async prove(chain: Chain, payments: readonly Payment[]): Promise<Proved> {
    const { clients, repository } = this.parts
    const settings = await blockchainSettings(this.parts.settings)
    const reader = settings && (await clients.reader(chain, settings))
    if (!reader || !payments.length) {
      return { answered: 0, toSettle: [], error: null }
    }
    const { provePayments } =
      await import("../../../blockchain/prove-payments.js")
    const positions = await repository.deposits.readPositions(
      payments.map(({ id }) => id)
    )
    const { facts, error } = await provePayments(
      reader,
      payments.map((payment) => ({
        ...payment,
        log_index: positions.get(payment.id),
      }))
    )
    const toSettle: string[] = []
    for (const payment of payments) {
      const fact = facts.get(payment.id)
      if (!fact && (facts.size || !error)) {
        // Others were answered: it must not stay first in line.
        const later = new Date(Date.now() + UNANSWERED_MS)
        await repository.payments.proveAgain(payment.id, later)
      }
      const applied =
        fact && (await this.parts.payments.apply(payment.id, fact, "chain"))
      if (applied?.changed) {
        if (isNewsForMedusa(payment, applied.payment, settings)) {
          toSettle.push(payment.id)
        }
      } else if (fact && payment.proof) {
        const at = proveAgainAt(fact.status, payment.proof, new Date())
        await repository.payments.proveAgain(payment.id, at)
      }
    }
    return { answered: facts.size, toSettle, error }
  }

  /**
   * Reads the transfer of one payment as soon as possible, if its chain is
   * read. The job reads what fails, or is too much at once.
   *
   * @returns whether Medusa may have to follow
   */
  async proveNow(id: string): Promise<boolean> {
    const { policies, repository } = this.parts
    const isRead = (await policies.chains()).length > 0
    const payment = isRead ? await repository.payments.find({ id }) : null
    const { data: chain } = chainSchema.safeParse(payment?.chain)
    const isDue =
      payment?.prove_at && chain && readsChain(await policies.policyOf(payment))
    return isDue
      ? await this.#batcherOf(chain).addUnlessFull(payment, false)
      : false
  }

  /**
   * Reads the transfer of one payment again, also after a final answer.
   *
   * @returns why there is no answer, or null
   */
  async proveAgain(payment: Payment): Promise<RpcError | null> {
    const { policies } = this.parts
    const { data: chain } = chainSchema.safeParse(payment.chain)
    if (!chain || !readsChain(await policies.policyOf(payment))) {
      return null
    }
    return (await this.prove(chain, [payment])).error
  }

  #batcherOf(chain: Chain): Batcher<Payment, boolean> {
    const known = this.#batchers.get(chain)
    if (known) {
      return known
    }
    const batcher = new Batcher<Payment, boolean>({
      maxBatchSize: AT_ONCE,
      run: async (payments) => {
        const { toSettle } = await this.prove(chain, payments)
        return payments.map(({ id }) => ({
          status: "fulfilled",
          value: toSettle.includes(id),
        }))
      },
      maxQueued: QUEUED_AT_MOST,
      timeoutMs: ANSWERED_WITHIN_MS,
    })
    this.#batchers.set(chain, batcher)
    return batcher
  }
}
