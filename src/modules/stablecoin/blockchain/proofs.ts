import type { RpcError } from "../../../blockchain/rpc"
import { type Chain, CHAINS, chainSchema } from "../../../gateway"
import {
  type Payment,
  type ProofFact,
  proveAgainAt,
  readsChain,
} from "../../../ledger"
import type { Payments } from "../payments/payments"
import type { Repository } from "../repository"
import type { AdminSettings } from "../settings/admin-settings"
import type { ChainClients } from "./chain-clients"

/** Transfers that are looked up together. */
const AT_ONCE = 90
/** Payments of one pass. The next pass reads the others. */
const READ_AT_MOST = 450
/** Until the next read of a transfer that alone has no answer. */
const UNANSWERED_MS = 5 * 60_000

type ProofsParts = {
  repository: Pick<Repository, "deposits" | "payments">
  payments: Pick<Payments, "apply" | "policiesOf">
  settings: Pick<AdminSettings, "recent">
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

/** Proofs of paid payments, read from their chains. */
export class Proofs {
  constructor(private readonly parts: ProofsParts) {}

  /** The chains whose transfers are proven. */
  async chains(): Promise<Chain[]> {
    const { blockchain } = await this.parts.settings.recent()
    return blockchain.ok && readsChain(blockchain.value)
      ? CHAINS.filter((chain) => blockchain.value.chains[chain])
      : []
  }

  /**
   * Reads the transfers of paid payments of one chain that are due, the oldest
   * first. An endpoint that fails changes nothing.
   */
  async proveDue(chain: Chain): Promise<Proved> {
    const { payments } = this.parts.repository
    const due = await payments.listToProve(chain, READ_AT_MOST)
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
    const { chain_policy } = await this.parts.payments.policiesOf(payment)
    const { data: chain } = chainSchema.safeParse(payment.chain)
    return chain && readsChain(chain_policy)
      ? (await this.#prove(chain, [payment])).error
      : null
  }

  async #prove(chain: Chain, payments: readonly Payment[]): Promise<Proved> {
    const { clients, repository } = this.parts
    const reader = payments.length ? await clients.reader(chain) : null
    if (!reader) {
      return { answered: 0, toSettle: [], error: null }
    }
    // Imported on first use: most stores read no chain.
    const { provePayments } =
      await import("../../../blockchain/prove-payments.js")
    const ids = payments.map(({ id }) => id)
    const positions = await repository.deposits.readPositions(ids)
    const { facts, error } = await provePayments(
      reader,
      payments.map((each) => ({ ...each, log_index: positions.get(each.id) }))
    )
    const toSettle: string[] = []
    for (const payment of payments) {
      const fact = facts.get(payment.id)
      if (fact) {
        toSettle.push(...(await this.#apply(payment, fact)))
      } else if (!error || (facts.size && !error.isAway)) {
        // Others were answered: it must not stay first in line. A later setting
        // may name its coin.
        const at = new Date(Date.now() + UNANSWERED_MS)
        await repository.payments.proveAgain(payment.id, at)
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
