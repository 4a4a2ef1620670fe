import {
  isOpen,
  isTransferReadable,
  nextReconcileAt,
  retryAt,
  type ScheduledPayment,
} from "../../ledger"
import type {
  FinishedReconcile,
  ReadResult,
  Reconciliation,
} from "../../modules/stablecoin/types"
import { mapConcurrent } from "../../shared/map-concurrent"
import { Semaphore } from "../../shared/semaphore"
import type { Failures } from "./failures"

const BATCH = 100
const READ_AT_ONCE = 20
/**
 * Of ended and of open payments each, next to those of webhooks: as many as a
 * small database pool allows.
 */
const SETTLED_AT_ONCE = 2

/**
 * Outlives a pass and its last settle. Leases of a dead process expire
 * automatically.
 */
const LEASE_MS = 120_000

type DuePaymentsParts = {
  reconciliation: Reconciliation
  /** Makes Medusa match one payment, and finishes its reconciliation. */
  settle(paymentId: string): Promise<void>
  /** Identifies this pass in its leases. */
  owner: string
  isOver(): boolean
  unread: Failures
  unsettled: Failures
}

type ReadPayment = {
  payment: ScheduledPayment
  read: ReadResult | "failed" | "no time"
}

/**
 * Reconciles all due payments in batches. Most payments are unchanged: a batch
 * of those costs the database three statements and the gateway one call per
 * payment.
 */
export class DuePayments {
  /** Payments that were reconciled, and those that had ended unnoticed. */
  readonly counts = { reconciled: 0, read: 0, paid: 0, cancelled: 0 }
  /**
   * Accounts that are skipped for the whole pass: their gateway has rate-limited
   * a call.
   */
  readonly #slow = new Set<string>()
  /** Ended payments whose transfer the gateway has not named. */
  readonly #nameless: ScheduledPayment[] = []
  readonly #calls = new Semaphore(READ_AT_ONCE)

  constructor(private readonly parts: DuePaymentsParts) {}

  /** Whether a gateway was skipped because of its 429. */
  get isSlowed(): boolean {
    return this.#slow.size > 0
  }

  async reconcile(): Promise<void> {
    const { reconciliation, owner, isOver } = this.parts
    let claimed = BATCH
    while (claimed === BATCH && !isOver()) {
      reconciliation.paused.forEach((account) => this.#slow.add(account))
      const batch = await reconciliation.claim({
        owner,
        limit: BATCH,
        leaseMs: LEASE_MS,
        except: [...this.#slow],
      })
      claimed = batch.length
      // A gateway or a chain that hangs must not delay paid payments.
      await Promise.all([
        this.#reconcileEnded(batch.filter((payment) => !isOpen(payment))),
        this.#reconcileOpen(batch.filter(isOpen)),
      ])
    }
    await this.#readTransfers()
  }

  async #reconcileEnded(ended: readonly ScheduledPayment[]): Promise<void> {
    this.counts.reconciled += await this.#settleAll(ended)
    this.#nameless.push(...ended.filter(isTransferReadable))
  }

  /**
   * Comes last, so that no capture waits for a gateway. Settling has scheduled
   * the next attempt, also for failed reads.
   */
  async #readTransfers(): Promise<void> {
    const reads = await this.#readAll(this.#nameless)
    await this.#settleAll(
      reads.flatMap(({ payment, read }) => (read === "changed" ? payment : []))
    )
  }

  async #reconcileOpen(open: readonly ScheduledPayment[]): Promise<void> {
    const { reconciliation, owner } = this.parts
    const unsettled = await reconciliation.findUnsettled(open)
    const left: ScheduledPayment[] = []
    const done: FinishedReconcile[] = []
    // Most have ended. The others are cancelled, which waits for their chain.
    const reported: ScheduledPayment[] = []
    const others: ScheduledPayment[] = []
    for (const { payment, read } of await this.#readAll(open)) {
      if (read === "paused" || read === "refused" || read === "no time") {
        left.push(payment)
      } else if (read === "changed") {
        reported.push(payment)
      } else if (unsettled.has(payment.id)) {
        others.push(payment)
      } else {
        const next = nextReconcileAt(payment, new Date())
        done.push({ seen: payment, next })
      }
    }
    await reconciliation.finish(owner, done)
    await reconciliation.giveBack(owner, left)
    const settled = await Promise.all([
      this.#settleAll(reported),
      this.#settleAll(others),
    ])
    this.counts.reconciled += done.length + settled[0] + settled[1]
    const ended = await reconciliation.countEnded([...reported, ...others])
    this.counts.paid += ended.paid
    this.counts.cancelled += ended.cancelled
  }

  async #readAll(
    payments: readonly ScheduledPayment[]
  ): Promise<ReadPayment[]> {
    return await Promise.all(
      payments.map(async (payment) => ({
        payment,
        read: await this.#calls.run(() => this.#read(payment)),
      }))
    )
  }

  /**
   * Reads a payment from the gateway, while there is time and its account may be
   * called.
   */
  async #read(payment: ScheduledPayment): Promise<ReadPayment["read"]> {
    const { reconciliation, isOver, unread } = this.parts
    if (isOver()) {
      return "no time"
    }
    if (this.#slow.has(payment.account)) {
      return "paused"
    }
    try {
      const read = await reconciliation.read(payment)
      if (read === "refused" || read === "paused") {
        this.#slow.add(payment.account)
      }
      this.counts.read += read === "paused" || read === "unreadable" ? 0 : 1
      return read
    } catch (error) {
      // One payment that can't be read must not delay the others.
      unread.add(payment.id, error)
      this.counts.read += 1
      return "failed"
    }
  }

  /**
   * Settles payments. Releases those for which no time is left or whose gateway
   * is paused.
   *
   * @returns how many were reconciled
   */
  async #settleAll(payments: readonly ScheduledPayment[]): Promise<number> {
    const { reconciliation, owner, settle, isOver, unsettled } = this.parts
    const left: ScheduledPayment[] = []
    const failed: FinishedReconcile[] = []
    await mapConcurrent(payments, SETTLED_AT_ONCE, async (payment) => {
      if (isOver() || reconciliation.isPaused(payment)) {
        left.push(payment)
        return
      }
      try {
        await settle(payment.id)
      } catch (error) {
        unsettled.add(payment.id, error)
        failed.push({ seen: payment, next: retryAt(payment, new Date()) })
      }
    })
    await reconciliation.finish(owner, failed)
    await reconciliation.giveBack(owner, left)
    return payments.length - left.length
  }
}
