import {
  isOpen,
  isTransferReadable,
  nextReconcileAt,
  type ScheduledPayment,
} from "../../ledger"
import { Semaphore } from "../../shared/semaphore"
import { mapConcurrent } from "../../shared/map-concurrent"
import {
  isLeft,
  type Pass,
  paymentOf,
  type PaymentsLine,
  readPayment,
  type ReadPayment,
  settleAll,
  wasCalled,
} from "./pass"
import {
  NONE_RECOVERED,
  type ReconcileCounts,
  sumOf,
  type Tally,
} from "./results"

const BATCH = 100
/** While one batch is stored and the next one claimed, the other is read. */
const BATCHES_AT_ONCE = 2
const READ_AT_ONCE = 20
/**
 * Two limits next to the one of webhooks: as many as a small database pool
 * allows.
 */
const SETTLED_AT_ONCE = 2

/**
 * Outlives a pass and its last settle. Leases of a dead process expire
 * automatically.
 */
const LEASE_MS = 120_000

/**
 * Reconciles all due payments in batches, two at once, so that the gateway is
 * never idle. Most payments are unchanged: a batch of those costs the database
 * three statements and the gateway one call per payment.
 */
export async function reconcileDuePayments(
  line: PaymentsLine
): Promise<ReconcileCounts> {
  const pass: Pass = {
    ...line,
    slow: new Set(),
    ends: false,
    calls: new Semaphore(READ_AT_ONCE),
    claims: new Semaphore(1),
    unnamed: [],
    settling: {
      ended: new Semaphore(SETTLED_AT_ONCE),
      open: new Semaphore(SETTLED_AT_ONCE),
    },
  }
  const tallies = await mapConcurrent(
    Array.from({ length: BATCHES_AT_ONCE }),
    BATCHES_AT_ONCE,
    () => reconcileBatches(pass)
  )
  const read = await readTransfers(pass)
  return { ...sumOf([...tallies, read]), slowed: pass.slow.size > 0 }
}

/** Reconciles one batch after the other, until one is not full. */
async function reconcileBatches(pass: Pass): Promise<Tally> {
  const tallies: Tally[] = []
  try {
    for (;;) {
      const batch = await pass.claims.run(() => claimBatch(pass))
      if (!batch.length) {
        break
      }
      tallies.push(await reconcileBatch(pass, batch))
    }
    return sumOf(tallies)
  } finally {
    // Also when a batch fails: the other loop finishes its batch and claims no
    // more.
    pass.ends = true
  }
}

/**
 * Claims due payments. Returns none once a batch was not full, or the time is
 * up.
 */
async function claimBatch(pass: Pass): Promise<ScheduledPayment[]> {
  const { reconciliation, owner, slow } = pass
  if (pass.ends || pass.isOver()) {
    return []
  }
  reconciliation.paused.forEach((account) => slow.add(account))
  const batch = await reconciliation.claim({
    owner,
    limit: BATCH,
    leaseMs: LEASE_MS,
    except: [...slow],
  })
  pass.ends ||= batch.length < BATCH
  return batch
}

async function reconcileBatch(
  pass: Pass,
  batch: readonly ScheduledPayment[]
): Promise<Tally> {
  const tallies = await Promise.all([
    reconcileEnded(
      pass,
      batch.filter((payment) => !isOpen(payment))
    ),
    reconcileOpen(pass, batch.filter(isOpen)),
  ])
  return sumOf(tallies)
}

/**
 * Settles ended payments, and leaves missing transfers to the end of the pass.
 */
async function reconcileEnded(
  pass: Pass,
  ended: readonly ScheduledPayment[]
): Promise<Tally> {
  const reconciled = await settleAll(pass, pass.settling.ended, ended)
  pass.unnamed.push(...ended.filter(isTransferReadable))
  return { reconciled, read: 0, ...NONE_RECOVERED }
}

async function reconcileOpen(
  pass: Pass,
  open: readonly ScheduledPayment[]
): Promise<Tally> {
  const { reconciliation, owner, calls } = pass
  const unsettled = await reconciliation.findUnsettled(open)
  const reads = await Promise.all(
    open.map(async (payment) => ({
      payment,
      read: await calls.run(() => readPayment(pass, payment)),
    }))
  )
  const taken = reads.filter((each) => !isLeft(each))
  const needsSettling = ({ payment, read }: ReadPayment) =>
    read === "changed" || unsettled.has(payment.id)
  const done = taken.filter((each) => !needsSettling(each))
  const toSettle = taken.filter(needsSettling)
  // Most have ended. The others are cancelled, which waits for their chain.
  const reported = toSettle.filter(({ read }) => read === "changed")
  const others = toSettle.filter(({ read }) => read !== "changed")

  await reconciliation.finish(
    owner,
    done.map(({ payment }) => ({
      seen: payment,
      next: nextReconcileAt(payment, new Date()),
    }))
  )
  await reconciliation.giveBack(owner, reads.filter(isLeft).map(paymentOf))
  const settled = await Promise.all([
    settleAll(pass, pass.settling.ended, reported.map(paymentOf)),
    settleAll(pass, pass.settling.open, others.map(paymentOf)),
  ])
  return {
    reconciled: done.length + settled[0] + settled[1],
    read: reads.filter(wasCalled).length,
    ...(await reconciliation.countEnded(toSettle.map(paymentOf))),
  }
}

/**
 * Reads missing transfers once all batches are done, so that no capture waits
 * for a gateway. Settling has scheduled the next attempt, also for failed
 * reads.
 */
export async function readTransfers(pass: Pass): Promise<Tally> {
  const { calls, settling, unnamed } = pass
  const reads = await Promise.all(
    unnamed.map(async (payment) => ({
      payment,
      read: await calls.run(() => readPayment(pass, payment)),
    }))
  )
  const learned = reads.filter(({ read }) => read === "changed")
  await settleAll(pass, settling.ended, learned.map(paymentOf))
  return {
    reconciled: 0,
    read: reads.filter(wasCalled).length,
    ...NONE_RECOVERED,
  }
}
