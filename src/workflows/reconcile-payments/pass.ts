import { retryAt, type ScheduledPayment } from "../../ledger"
import type {
  FinishedReconcile,
  ReadResult,
  Reconciliation,
} from "../../modules/stablecoin/types"
import type { Failures } from "./results"
import type { Semaphore } from "../../shared/semaphore"

export type PaymentsLine = {
  reconciliation: Reconciliation
  /** Makes Medusa match one payment, and finishes its reconciliation. */
  settle(paymentId: string): Promise<void>
  /** Identifies this pass in its leases. */
  owner: string
  isOver(): boolean
  unread: Failures
  unsettled: Failures
}

export type ReadPayment = {
  payment: ScheduledPayment
  read: ReadResult | "failed" | "no time"
}

/** State shared by the batches of a pass. */
export type Pass = PaymentsLine & {
  /**
   * Accounts that are skipped for the whole pass: their gateway has
   * rate-limited a call.
   */
  slow: Set<string>
  /** Whether no further batch is claimed. */
  ends: boolean
  calls: Semaphore
  /**
   * One claim at a time: two concurrent ones would split a batch, each at the
   * cost of a whole one.
   */
  claims: Semaphore
  /** Settled payments whose transfer is read once no batch is left. */
  unnamed: ScheduledPayment[]
  /**
   * Separate limits for ended and open payments: a gateway or a chain that hangs
   * must not delay paid ones.
   */
  settling: { ended: Semaphore; open: Semaphore }
}

/**
 * Reads a payment from the gateway, while there is time and its account may be
 * called.
 */
export async function readPayment(
  { reconciliation, isOver, unread, slow }: Pass,
  payment: ScheduledPayment
): Promise<ReadPayment["read"]> {
  if (isOver()) {
    return "no time"
  }
  if (slow.has(payment.account)) {
    return "paused"
  }
  try {
    const read = await reconciliation.read(payment)
    if (read === "refused" || read === "paused") {
      slow.add(payment.account)
    }
    return read
  } catch (error) {
    // One payment that can't be read must not delay the others.
    unread.add(payment.id, error)
    return "failed"
  }
}

/** Whether it was not reconciled: it stays due, and its lease is released. */
export function isLeft({ read }: ReadPayment): boolean {
  return read === "paused" || read === "refused" || read === "no time"
}

export function wasCalled({ read }: ReadPayment): boolean {
  return ["refused", "unchanged", "changed", "failed"].includes(read)
}

export function paymentOf({ payment }: ReadPayment): ScheduledPayment {
  return payment
}

/**
 * Settles payments, as many at once as the semaphore allows. Releases those for
 * which no time is left or whose gateway is paused.
 *
 * @returns how many were reconciled
 */
export async function settleAll(
  { reconciliation, owner, settle, isOver, unsettled }: PaymentsLine,
  gate: Semaphore,
  payments: readonly ScheduledPayment[]
): Promise<number> {
  const left: ScheduledPayment[] = []
  const failed: FinishedReconcile[] = []
  const settleOne = async (payment: ScheduledPayment): Promise<void> => {
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
  }
  await Promise.all(
    payments.map((payment) => gate.run(() => settleOne(payment)))
  )
  await reconciliation.finish(owner, failed)
  await reconciliation.giveBack(owner, left)
  return payments.length - left.length
}
