import {
  isOpen,
  lacksTransfer,
  nextLookAt,
  type Payment,
  retryAt,
} from "../../ledger"
import type {
  Asked,
  Reconciliation,
} from "../../modules/stablecoin/reconciliation"
import type { FinishedLook } from "../../modules/stablecoin/store/looks"
import type { Failures } from "./failures"
import { Gate } from "./gate"
import { inParallel } from "./in-parallel"
import { type LookedAt, NONE_RECOVERED, sumOf, type Tally } from "./tally"

const BATCH = 100
/** While one is written down and the next one claimed, the other is asked about. */
const BATCHES_AT_ONCE = 2
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

type Look = { payment: Payment; asked: Asked | "failed" | "no time" }

/** What the batches of a pass share. */
type Pass = PaymentsLine & {
  /** Accounts that are left alone: a gateway that was too fast for once, for the whole pass. */
  slow: Set<string>
  /** Whether no batch is to be claimed any more. */
  ends: boolean
  calls: Gate
  /** Of what has ended, and of what is open: a gateway that hangs must not hold up what was paid. */
  settling: { ended: Gate; open: Gate }
}

/**
 * Looks at all due payments, a batch at a time, and two of them at once: the
 * gateway has always something to answer. Of most payments nothing is new: a
 * batch of those costs the database three statements and the gateway a call
 * each.
 */
export async function lookAtPayments(line: PaymentsLine): Promise<LookedAt> {
  const pass: Pass = {
    ...line,
    slow: new Set(),
    ends: false,
    calls: new Gate(ASKED_AT_ONCE),
    settling: {
      ended: new Gate(SETTLED_AT_ONCE),
      open: new Gate(SETTLED_AT_ONCE),
    },
  }
  const tallies = await inParallel(
    Array.from({ length: BATCHES_AT_ONCE }),
    BATCHES_AT_ONCE,
    () => lookAtBatches(pass)
  )
  return { ...sumOf(tallies), slowed: pass.slow.size > 0 }
}

/** One batch after the other, until one is not full. */
async function lookAtBatches(pass: Pass): Promise<Tally> {
  const { reconciliation, owner, slow } = pass
  const tallies: Tally[] = []
  try {
    while (!pass.ends && !pass.isOver()) {
      reconciliation.paused.forEach((account) => slow.add(account))
      const batch = await reconciliation.claim({
        owner,
        limit: BATCH,
        leaseMs: LEASE_MS,
        except: [...slow],
      })
      if (batch.length < BATCH) {
        pass.ends = true
      }
      if (batch.length) {
        tallies.push(await lookAtBatch(pass, batch))
      }
    }
    return sumOf(tallies)
  } finally {
    // Also where one breaks: the other ends what it has, and no more.
    pass.ends = true
  }
}

async function lookAtBatch(
  pass: Pass,
  batch: readonly Payment[]
): Promise<Tally> {
  const tallies = await Promise.all([
    lookAtEnded(
      pass,
      batch.filter((payment) => !isOpen(payment))
    ),
    lookAtOpen(pass, batch.filter(isOpen)),
  ])
  return sumOf(tallies)
}

/** Settles what has ended. Only then it reads missing transfers, so that no capture waits for a gateway. */
async function lookAtEnded(
  pass: Pass,
  ended: readonly Payment[]
): Promise<Tally> {
  const { calls, settling } = pass
  const looked = await settleAll(pass, settling.ended, ended)
  const reads = await Promise.all(
    ended.filter(lacksTransfer).map(async (payment) => ({
      payment,
      asked: await calls.run(() => ask(pass, payment)),
    }))
  )
  const learned = reads.filter(({ asked }) => asked === "changed")
  await settleAll(pass, settling.ended, learned.map(paymentOf))
  return { looked, asked: reads.filter(wasCalled).length, ...NONE_RECOVERED }
}

async function lookAtOpen(
  pass: Pass,
  open: readonly Payment[]
): Promise<Tally> {
  const { reconciliation, owner, calls } = pass
  const unsettled = await reconciliation.findUnsettled(open)
  const looks = await Promise.all(
    open.map(async (payment) => ({
      payment,
      asked: await calls.run(() => ask(pass, payment)),
    }))
  )
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
  const settled = await settleAll(pass, pass.settling.open, toSettle)
  return {
    looked: done.length + settled,
    asked: looks.filter(wasCalled).length,
    ...(await reconciliation.countEnded(toSettle)),
  }
}

async function ask(
  { reconciliation, isOver, unasked, slow }: Pass,
  payment: Payment
): Promise<Look["asked"]> {
  if (isOver()) {
    return "no time"
  }
  if (slow.has(payment.account)) {
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
  { reconciliation, owner, settle, isOver, unsettled }: PaymentsLine,
  gate: Gate,
  payments: readonly Payment[]
): Promise<number> {
  const left: Payment[] = []
  const failed: FinishedLook[] = []
  const settleOne = async (payment: Payment): Promise<void> => {
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
