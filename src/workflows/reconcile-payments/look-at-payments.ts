import { isOpen, nextLookAt, type Payment, retryAt } from "../../ledger"
import type {
  Asked,
  Reconciliation,
} from "../../modules/stablecoin/reconciliation"
import type { FinishedLook } from "../../modules/stablecoin/store/looks"
import type { Failures } from "./failures"
import { inParallel } from "./in-parallel"

const BATCH = 100
const ASKED_AT_ONCE = 20
/** In two lines, beside the deliveries': as many as a small database pool bears. */
const SETTLED_AT_ONCE = 2

/** Outlives a pass and its last settle: what a dead process held is free again by itself. */
const LEASE_MS = 120_000

export type PaymentsLine = {
  reconciliation: Reconciliation
  /** Makes Medusa match one payment, and ends its look. */
  settle(paymentId: string): Promise<void>
  /** Names this pass in its leases. */
  owner: string
  isOver(): boolean
  unasked: Failures
  unsettled: Failures
}

export type LookedAt = {
  looked: number
  /** Calls of the gateway. */
  asked: number
  paid: number
  cancelled: number
  /** Whether a gateway was left alone because of its 429. */
  slowed: boolean
}

type Tally = Omit<LookedAt, "slowed">
type Look = { payment: Payment; asked: Asked | "failed" | "no time" }

/**
 * Looks at all due payments, a batch at a time. Of most nothing is new: a batch
 * of those costs the database three statements and the gateway a call each.
 */
export async function lookAtPayments(line: PaymentsLine): Promise<LookedAt> {
  const { reconciliation, owner, isOver } = line
  const sum = { looked: 0, asked: 0, paid: 0, cancelled: 0, slowed: false }
  // A gateway that was too fast for once is left alone for the whole pass.
  const slow = new Set<string>()
  for (;;) {
    reconciliation.paused.forEach((account) => slow.add(account))
    const batch = isOver()
      ? []
      : await reconciliation.claim({
          owner,
          limit: BATCH,
          leaseMs: LEASE_MS,
          except: [...slow],
        })
    if (batch.length) {
      const done = await lookAtBatch(line, batch, slow)
      sum.looked += done.looked
      sum.asked += done.asked
      sum.paid += done.paid
      sum.cancelled += done.cancelled
    }
    if (batch.length < BATCH) {
      return { ...sum, slowed: slow.size > 0 }
    }
  }
}

/** What has ended needs no gateway: one that hangs must not hold up what was paid. */
async function lookAtBatch(
  line: PaymentsLine,
  batch: readonly Payment[],
  slow: Set<string>
): Promise<Tally> {
  const ended = batch.filter((payment) => !isOpen(payment))
  const [settled, open] = await Promise.all([
    settleAll(line, ended),
    lookAtOpen(line, batch.filter(isOpen), slow),
  ])
  return { ...open, looked: open.looked + settled }
}

async function lookAtOpen(
  line: PaymentsLine,
  open: readonly Payment[],
  slow: Set<string>
): Promise<Tally> {
  const { reconciliation, owner } = line
  const unsettled = await reconciliation.findUnsettled(open)
  const looks = await inParallel(open, ASKED_AT_ONCE, async (payment) => ({
    payment,
    asked: await ask(line, payment, slow),
  }))
  const taken = looks.filter((look) => !isLeft(look))
  const needsSettling = ({ payment, asked }: Look) =>
    asked === "changed" || unsettled.has(payment.id)
  const done = taken.filter((look) => !needsSettling(look))
  const toSettle = taken.filter(needsSettling).map(paymentOf)

  await reconciliation.finish(
    owner,
    done.map(({ payment }) => ({
      seen: payment,
      next: nextLookAt(payment, new Date()),
    }))
  )
  await reconciliation.giveBack(owner, looks.filter(isLeft).map(paymentOf))
  const settled = await settleAll(line, toSettle)
  return {
    looked: done.length + settled,
    asked: looks.filter(wasCalled).length,
    ...(await reconciliation.countEnded(toSettle)),
  }
}

async function ask(
  { reconciliation, isOver, unasked }: PaymentsLine,
  payment: Payment,
  slow: Set<string>
): Promise<Look["asked"]> {
  if (isOver()) {
    return "no time"
  }
  if (slow.has(payment.account) && isOpen(payment)) {
    return "paused"
  }
  try {
    const asked = await reconciliation.ask(payment)
    if (asked === "refused" || asked === "paused") {
      slow.add(payment.account)
    }
    return asked
  } catch (error) {
    // One payment that can't be asked about must not keep the others waiting.
    unasked.add(payment.id, error)
    return "failed"
  }
}

/**
 * Settles, so many at once. What there is no time for, or whose gateway wants
 * to be left alone, is given back.
 *
 * @returns how many were looked at
 */
async function settleAll(
  line: PaymentsLine,
  payments: readonly Payment[]
): Promise<number> {
  const { reconciliation, owner, settle, isOver, unsettled } = line
  const left: Payment[] = []
  const failed: FinishedLook[] = []
  await inParallel(payments, SETTLED_AT_ONCE, async (payment) => {
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

/** Not looked at: it stays due, and its lease is given back. */
function isLeft({ asked }: Look): boolean {
  return asked === "paused" || asked === "refused" || asked === "no time"
}

function wasCalled({ asked }: Look): boolean {
  return ["refused", "unchanged", "changed", "failed"].includes(asked)
}

function paymentOf({ payment }: Look): Payment {
  return payment
}
