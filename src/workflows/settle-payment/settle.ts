import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  afterFailure,
  confirmed,
  isOpen,
  isProcessed,
  type MedusaState,
  nextReconcileAt,
  nextStep,
  openedBy,
  placedOrder,
  retryAt,
  type ScheduledPayment,
  type SettlementStep,
  toExactDecimal,
} from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { countSettling } from "../../modules/stablecoin/service"
import type { SettleOutcome } from "../../modules/stablecoin/types"
import { withCollectionLock } from "../collection-lock"
import { messageOf } from "../../shared/message-of"
import { CartRefused } from "./complete-cart"
import { performStep } from "./perform-step"

/**
 * Makes Medusa match the ledger: reads both, performs what is missing, and
 * reads again until nothing is. Each step acts on the current state, and
 * repeating it is harmless.
 */
export async function settlePayment(
  container: MedusaContainer,
  id: string
): Promise<void> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const payment = await stablecoin.payments.find({ id })
  if (payment) {
    await counted(() =>
      withCollectionLock(container, payment, () =>
        settle(container, stablecoin, id)
      )
    )
  }
}

/** Counts a run by its outcome. Null: the payment no longer exists. */
async function counted(
  run: () => Promise<SettleOutcome | null>
): Promise<void> {
  let outcome: SettleOutcome | null = "failed"
  try {
    outcome = await run()
  } finally {
    if (outcome) {
      countSettling(outcome)
    }
  }
}

async function settle(
  container: MedusaContainer,
  stablecoin: StablecoinModuleService,
  paymentId: string
): Promise<SettleOutcome | null> {
  const steps: SettlementStep[] = []
  for (;;) {
    const read = await readInput(stablecoin, paymentId)
    if (!read) {
      return null
    }
    const { payment, has_exceptions } = read
    const done = steps.map((each) => each.do)
    const opened = openedBy(steps)
    const state = confirmed(read.state, steps)
    // No step is repeated within a run, so the loop ends.
    const step = nextStep(payment, state, new Date(), done, opened)
    if (step.do === "retry_later") {
      await finish(stablecoin, payment, state, retryAt(payment, new Date()))
      throw new Error(`Payment ${payment.id} is not settled: ${step.reason}.`)
    }
    if (step.do === "nothing") {
      // Exceptions of a stuck payment stay open for the merchant, and it is
      // retried.
      if (has_exceptions && !step.has_rest && !step.is_stuck) {
        await stablecoin.repository.exceptions.resolveSettled(
          payment.id,
          opened
        )
      }
      const now = new Date()
      const next = step.is_stuck
        ? retryAt(payment, now)
        : nextReconcileAt(payment, now, state.chain_policy)
      await finish(stablecoin, payment, state, next)
      // Money that moved concerns the order's other payments.
      const isReleased = done.includes("release_payment")
      if (isProcessed(done) || isReleased) {
        await settleSiblings(container, stablecoin, payment, isReleased)
      }
      return outcomeOf(payment, state, step, done)
    }
    // If this process dies, the job finishes what it has begun.
    if (!payment.next_reconcile_at) {
      await stablecoin.schedules.reconcileSoon(payment)
    }
    try {
      if (await performStep(container, stablecoin, payment, step)) {
        await finish(stablecoin, payment, state, retryAt(payment, new Date()))
        return "unchanged"
      }
    } catch (error) {
      // The step may have changed Medusa before it failed.
      const after = await readInput(stablecoin, paymentId).catch(() => null)
      await openNotSettledException(
        stablecoin,
        payment,
        after ? confirmed(after.state, steps) : state,
        error
      )
      return "failed"
    }
    steps.push(step)
  }
}

/**
 * Reads the current state of the ledger and of Medusa for settling. Null: the
 * payment does not exist.
 */
async function readInput(
  stablecoin: StablecoinModuleService,
  paymentId: string
) {
  const read = await stablecoin.medusa.readState(paymentId)
  if (!read) {
    return null
  }
  const { payment, medusa, has_exceptions } = read
  const [policies, is_readable] = await Promise.all([
    stablecoin.payments.policiesOf(payment),
    // An ended payment is not read again.
    isOpen(payment) && stablecoin.orders.isReadable(payment),
  ])
  const state: MedusaState = {
    ...medusa,
    session: medusa.session && exact(medusa.session),
    collection: medusa.collection && exact(medusa.collection),
    ...policies,
    is_readable,
  }
  return { payment, state, has_exceptions }
}

function exact<T extends { amount: string }>(money: T): T {
  return { ...money, amount: toExactDecimal(money.amount) }
}

function outcomeOf(
  { capture }: ScheduledPayment,
  { payment }: MedusaState,
  step: Extract<SettlementStep, { do: "nothing" }>,
  done: readonly SettlementStep["do"][]
): SettleOutcome {
  if (step.is_stuck) {
    return "stuck"
  }
  if (isProcessed(done)) {
    return capture === "manual" || !payment?.captured
      ? "authorized"
      : "captured"
  }
  return done.some((each) => each !== "confirm_order") ? "changed" : "unchanged"
}

/**
 * Settles the other paid payments of the collection: this payment's money may be
 * the rest that an exception waits for, or that their order lacks now. They share
 * the collection's lock. Payments that are not paid need the gateway, and are
 * left to the job.
 */
async function settleSiblings(
  container: MedusaContainer,
  stablecoin: StablecoinModuleService,
  payment: ScheduledPayment,
  isReleased: boolean
): Promise<void> {
  const { schedules } = stablecoin
  for (const id of await schedules.reconcileSiblings(payment, isReleased)) {
    try {
      await counted(() => settle(container, stablecoin, id))
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: payment ${id} could not be settled now, and is left to the job: ${messageOf(error)}`
        )
    }
  }
}

/** Opens an exception for a step that keeps failing, and schedules a retry. */
async function openNotSettledException(
  stablecoin: StablecoinModuleService,
  payment: ScheduledPayment,
  state: MedusaState,
  error: unknown
): Promise<void> {
  const refusal = error instanceof CartRefused ? error.refusal : null
  const next = afterFailure(payment, state, messageOf(error), refusal)
  if (next.do === "open_exception") {
    await stablecoin.exceptions.open(payment.id, next.exception)
  }
  await finish(stablecoin, payment, state, retryAt(payment, new Date()))
  if (next.do === "retry_later") {
    throw error
  }
}

/** Also records the order: its buyer does not wait for what is retried. */
async function finish(
  stablecoin: StablecoinModuleService,
  payment: ScheduledPayment,
  state: MedusaState,
  next: Date | null
): Promise<void> {
  const order_id = placedOrder(payment, state)
  await stablecoin.schedules.finish([{ seen: payment, next, order_id }])
}
