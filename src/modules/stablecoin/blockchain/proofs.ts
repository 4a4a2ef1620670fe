import { type Chain, CHAINS, chainSchema } from "../../../gateway"
import {
  acceptsSender,
  type ChainPolicy,
  isHeld,
  isNewsForMedusa,
  type Payment,
  proveAgainAt,
  RAIL_TRAITS,
  readsChain,
  type Screening,
  UNREAD,
} from "../../../ledger"
import type { RpcError } from "../../../blockchain/rpc"
import { Batcher } from "../../../shared/batcher"
import type { Payments } from "../payments/payments"
import type { Repository } from "../repository"
import type { AdminSettings } from "../settings/admin-settings"
import type { BlockchainSettings } from "../settings/resolve-blockchain"
import type { ChainClients } from "./chain-clients"

/** Payments whose transfers one request looks up. */
const AT_ONCE = 90
/** Until the next read of a payment that alone has no answer. */
const UNANSWERED_MS = 5 * 60_000
/** Beyond this, the job looks them up. */
const QUEUED_AT_MOST = 1_000
/** An endpoint that takes longer must not delay the next payments. */
const ANSWERED_WITHIN_MS = 20_000

/** Fields of a payment that show whether it is held. */
export type HeldPayment = Pick<
  Payment,
  "id" | "status" | "rail" | "chain" | "proof_status" | "screening"
>

type ProofsParts = {
  repository: Pick<Repository, "payments" | "exceptions">
  settings: Pick<AdminSettings, "recent">
  payments: Pick<Payments, "apply">
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

  /**
   * How the chain of a paid payment is used. Requirements also apply without an
   * endpoint.
   */
  async policyOf({
    status,
    rail,
    chain,
  }: Pick<Payment, "status" | "rail" | "chain">): Promise<ChainPolicy> {
    const { data } = chainSchema.safeParse(chain)
    if (status !== "paid" || !RAIL_TRAITS[rail].hasChain || !data) {
      return UNREAD
    }
    const { blockchain, requires } = await this.parts.settings.recent()
    if (blockchain.ok && blockchain.value.chains[data]) {
      return { ...blockchain.value, has_endpoint: true }
    }
    // A missing URL or an invalid option must not capture what is unproven.
    return { ...UNREAD, ...requires }
  }

  /**
   * Whether a payment may not be captured until its transfer is proven and its
   * sender screened.
   */
  async isHeld(payment: HeldPayment): Promise<boolean> {
    const policy = await this.policyOf(payment)
    return (
      isHeld(payment, policy) &&
      isHeld(payment, policy, await this.#acceptsSender(payment))
    )
  }

  /** The chains whose transfers are proven. */
  async chains(): Promise<Chain[]> {
    const settings = await this.#settings()
    return settings && readsChain(settings)
      ? CHAINS.filter((chain) => settings.chains[chain])
      : []
  }

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
    const settings = await this.#settings()
    const reader = settings && (await clients.reader(chain, settings))
    if (!reader || !payments.length) {
      return { answered: 0, toSettle: [], error: null }
    }
    const { provePayments } =
      await import("../../../blockchain/prove-payments.js")
    const ids = payments.map(({ id }) => id)
    const assigned = await repository.payments.listAssigned(ids)
    const { facts, error } = await provePayments(
      reader,
      payments.map((payment) => ({
        ...payment,
        log_index: assigned.get(payment.id),
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
   * Assigns a transfer of its own to each payment that the gateway confirms
   * with the transaction of another one, where a final block shows one for
   * each. The next read from the gateway makes it paid.
   *
   * @returns the payments that were assigned one
   */
  async shareTransactions(chain: Chain): Promise<Payment[]> {
    const { clients, repository } = this.parts
    const settings = await this.#settings()
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
      const taken = await repository.payments.listTakenPositions(transfer)
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

  /**
   * Reads the transfer of one payment as soon as possible, if its chain is
   * read. The job reads what fails, or is too much at once.
   *
   * @returns whether Medusa may have to follow
   */
  async proveNow(id: string): Promise<boolean> {
    const isRead = (await this.chains()).length > 0
    const payment = isRead
      ? await this.parts.repository.payments.find({ id })
      : null
    const { data: chain } = chainSchema.safeParse(payment?.chain)
    const isDue =
      payment?.prove_at && chain && readsChain(await this.policyOf(payment))
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
    const { data: chain } = chainSchema.safeParse(payment.chain)
    if (!chain || !readsChain(await this.policyOf(payment))) {
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

  /**
   * Compares the sender of a payment with its network's sanctions oracle.
   *
   * @throws when it can't be read, which clears nothing
   */
  async screen({ chain: code, proof }: Payment): Promise<Screening> {
    const { data: chain } = chainSchema.safeParse(code)
    const settings = await this.#settings()
    const reader =
      chain && settings && (await this.parts.clients.reader(chain, settings))
    const { screenSenders } =
      await import("../../../blockchain/screen-senders.js")
    const sender = proof?.sender
    const result =
      reader && sender
        ? (await screenSenders(reader, [sender])).get(sender)
        : undefined
    if (!result || result === "unknown") {
      throw new Error(
        `the sanctions oracle on ${code} could not be read for its sender`
      )
    }
    return result
  }

  async #acceptsSender({
    id,
    screening,
  }: Pick<Payment, "id" | "screening">): Promise<boolean> {
    const { exceptions } = this.parts.repository
    return (
      screening === "listed" &&
      acceptsSender(await exceptions.listResolutions(id))
    )
  }

  async #settings(): Promise<BlockchainSettings | null> {
    const { blockchain } = await this.parts.settings.recent()
    return blockchain.ok ? blockchain.value : null
  }
}
