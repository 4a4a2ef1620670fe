import { GatewayError } from "../../gateway"
import {
  changesPayment,
  isOpen,
  isTransferReadable,
  nextReconcileAt,
  type Payment,
  retryAt,
} from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type {
  ClaimedPayment,
  FinishedReconcile,
} from "../../modules/stablecoin/types"
import { mapConcurrent } from "../../shared/map-concurrent"
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
  stablecoin: StablecoinModuleService
  /** Makes Medusa match one payment, and finishes its reconciliation. */
  settle(paymentId: string): Promise<void>
  /** Identifies this pass in its leases. */
  owner: string
  isOver(): boolean
  unread: Failures
  unsettled: Failures
}

type ReadPayment = {
  payment: ClaimedPayment
  /** `left`: no time is left, or its account must not be called now. */
  read: "left" | "unchanged" | Payment
}

/**
 * Reconciles all due payments in batches. Most payments are unchanged: a batch
 * of those costs the database two statements and the gateway one call per
 * payment.
 */
export class DuePayments {
  /** Payments that were reconciled, calls, and those that ended unnoticed. */
  readonly counts = { reconciled: 0, read: 0, paid: 0, cancelled: 0 }
  /** Whether payments were left because a gateway had answered 429. */
  isSlowed = false
  /** Paid payments whose transfer the gateway may have replaced. */
  readonly #unproven: ClaimedPayment[] = []

  constructor(private readonly parts: DuePaymentsParts) {}

  async reconcile(): Promise<void> {
    const { stablecoin, owner, isOver } = this.parts
    let claimed = BATCH
    while (claimed === BATCH && !isOver()) {
      const except = stablecoin.gateway.pauses.accounts
      this.isSlowed ||= except.length > 0
      const batch = await stablecoin.schedules.claimDue({
        owner,
        limit: BATCH,
        leaseMs: LEASE_MS,
        except,
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

  async #reconcileEnded(ended: readonly ClaimedPayment[]): Promise<void> {
    this.counts.reconciled += await this.#settleAll(ended)
    const now = new Date()
    this.#unproven.push(
      ...ended.filter((payment) => isTransferReadable(payment, now))
    )
  }

  /**
   * Comes last, so that no capture waits for a gateway. Settling has scheduled
   * the next attempt, also for failed reads.
   */
  async #readTransfers(): Promise<void> {
    const reads = await this.#readAll(this.#unproven)
    await this.#settleAll(
      reads.flatMap(({ payment, read }) =>
        typeof read === "object" ? payment : []
      )
    )
  }

  async #reconcileOpen(open: readonly ClaimedPayment[]): Promise<void> {
    const { schedules } = this.parts.stablecoin
    const left: FinishedReconcile[] = []
    const done: FinishedReconcile[] = []
    // Most have ended. The others are cancelled, which waits for their chain.
    const reported: ClaimedPayment[] = []
    const others: ClaimedPayment[] = []
    for (const { payment, read } of await this.#readAll(open)) {
      if (read === "left") {
        left.push({ seen: payment, next: "unchanged" })
      } else if (read !== "unchanged") {
        reported.push(payment)
        this.counts.paid += read.status === "paid" ? 1 : 0
        this.counts.cancelled += read.status === "cancelled" ? 1 : 0
      } else if (payment.is_unsettled) {
        others.push(payment)
      } else {
        done.push({ seen: payment, next: nextReconcileAt(payment, new Date()) })
      }
    }
    await schedules.finish([...done, ...left])
    const settled = await Promise.all([
      this.#settleAll(reported),
      this.#settleAll(others),
    ])
    this.counts.reconciled += done.length + settled[0] + settled[1]
  }

  async #readAll(payments: readonly ClaimedPayment[]): Promise<ReadPayment[]> {
    return await mapConcurrent(payments, READ_AT_ONCE, async (payment) => ({
      payment,
      read: await this.#read(payment),
    }))
  }

  /**
   * Reads a payment from the gateway once, while there is time and its account
   * may be called, and applies changes.
   */
  async #read(payment: ClaimedPayment): Promise<ReadPayment["read"]> {
    const { stablecoin, isOver, unread } = this.parts
    const { orders, gateway, payments } = stablecoin
    if (isOver()) {
      return "left"
    }
    try {
      const isReadable = await orders.isReadable(payment)
      if (isReadable && gateway.pauses.has(payment.account)) {
        return this.#slowed()
      }
      this.counts.read += isReadable ? 1 : 0
      const fact = isReadable
        ? await orders.readFact(payment, { once: true })
        : null
      // A verified webhook reported it as paid: a 404 of the gateway changes
      // nothing.
      const isForgotten =
        fact?.kind === "unknown_at_gateway" && payment.status === "paid"
      const applied =
        fact && !isForgotten && changesPayment(payment, fact, new Date())
          ? await payments.apply(payment.id, fact, "read")
          : null
      return applied?.changed ? applied.payment : "unchanged"
    } catch (error) {
      if (error instanceof GatewayError && error.code === "rate_limited") {
        return this.#slowed()
      }
      // One payment that can't be read must not delay the others.
      unread.add(payment.id, error)
      return "unchanged"
    }
  }

  #slowed(): "left" {
    this.isSlowed = true
    return "left"
  }

  /**
   * Settles payments. Those for which no time is left, or whose gateway is
   * paused, stay due.
   *
   * @returns how many were reconciled
   */
  async #settleAll(payments: readonly ClaimedPayment[]): Promise<number> {
    const { stablecoin, settle, isOver, unsettled } = this.parts
    const { gateway, schedules } = stablecoin
    const left: FinishedReconcile[] = []
    const failed: FinishedReconcile[] = []
    await mapConcurrent(payments, SETTLED_AT_ONCE, async (payment) => {
      const isPaused = isOpen(payment) && gateway.pauses.has(payment.account)
      if (isOver() || isPaused) {
        left.push({ seen: payment, next: "unchanged" })
        return
      }
      try {
        await settle(payment.id)
      } catch (error) {
        unsettled.add(payment.id, error)
        failed.push({ seen: payment, next: retryAt(payment, new Date()) })
      }
    })
    await schedules.finish([...failed, ...left])
    return payments.length - left.length
  }
}
