import type { ScheduledPayment } from "../../ledger"
import type {
  ReadResult,
  Reconciliation,
} from "../../modules/stablecoin/payments/reconciliation"
import type { Failures } from "./failures"
import type { Semaphore } from "../../shared/semaphore"

export type PaymentsLine = {
  reconciliation: Reconciliation
  /** Makes Medusa match one payment, and ends its look. */
  settle(paymentId: string): Promise<void>
  /** Names this pass in its leases. */
  owner: string
  isOver(): boolean
  unread: Failures
  unsettled: Failures
}

export type ReadPayment = {
  payment: ScheduledPayment
  read: ReadResult | "failed" | "no time"
}

/** Shared by the batches of a pass. */
export type Pass = PaymentsLine & {
  /** Accounts that are left alone: a gateway that was too fast for once, for the whole pass. */
  slow: Set<string>
  /** Whether no batch is to be claimed any more. */
  ends: boolean
  calls: Semaphore
  /** One claim at a time: two at once would share a batch, and each pay for its half. */
  claims: Semaphore
  /** Payments that are settled, and whose transfer is read once no batch is left. */
  unnamed: ScheduledPayment[]
  /** Of what has ended, and of what is open: a gateway that hangs must not hold up what was paid. */
  settling: { ended: Semaphore; open: Semaphore }
}

/** Reads a payment from the gateway, while there is time and its account may be called. */
export async function ask(
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
    const read = await reconciliation.ask(payment)
    if (read === "refused" || read === "paused") {
      slow.add(payment.account)
    }
    return read
  } catch (error) {
    // One payment that can't be asked about must not keep the others waiting.
    unread.add(payment.id, error)
    return "failed"
  }
}

/** Not looked at: it stays due, and its lease is given back. */
export function isLeft({ read }: ReadPayment): boolean {
  return read === "paused" || read === "refused" || read === "no time"
}

export function wasCalled({ read }: ReadPayment): boolean {
  return ["refused", "unchanged", "changed", "failed"].includes(read)
}

export function paymentOf({ payment }: ReadPayment): ScheduledPayment {
  return payment
}
