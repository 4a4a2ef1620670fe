import { randomUUID } from "node:crypto"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { refusedRefund } from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { RefundRequest } from "../../modules/stablecoin/types"
import { oneStepWorkflow } from "../one-step-workflow"
import { settlePayment } from "../settle-payment/settle"
import { DuePayments } from "./due-payments"
import { Failures } from "./failures"

/** Less than the minute after which the job runs again. */
const LASTS_MS = 50_000

/**
 * Refunds and captures younger than this are skipped: Medusa's call of the
 * provider may still be running.
 */
const CALL_TAKES_AT_MOST_MS = 120_000

/** Maximum of exceptions, of missed refunds and of captures, per pass. */
const AT_ONCE = 100

/** Result of a pass. */
export type Reconciled = {
  /** Payments that were reconciled. */
  reconciled: number
  /** Calls to the gateway. */
  read: number
  /** Payments whose end a read reported, and no webhook before. */
  recovered: { paid: number; cancelled: number }
  /** Whether a gateway responded with 429 and is read later for the rest. */
  slowed: boolean
}

/**
 * Runs one pass over all that is due: unprocessed webhooks, payments whose
 * webhook may have been lost, and unsettled payments. Nothing to compensate:
 * reports of the gateway are permanent facts, and settling acts on the current
 * state.
 *
 * @example
 * const { result } = await reconcilePaymentsWorkflow(container).run({ input: {} })
 * // { reconciled, read, recovered: { paid, cancelled }, slowed }
 */
export const reconcilePaymentsWorkflow = oneStepWorkflow(
  "reconcile-stablecoin-payments",
  async (container) => {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const { result, failures } = await reconcile(
      container.resolve(STABLECOIN_MODULE),
      async (payment_id) => await settlePayment(container, payment_id)
    )
    const { paid, cancelled } = result.recovered
    if (paid || cancelled) {
      logger.info(
        `Stablecoin payments: recovered ${paid} paid, ${cancelled} cancelled.`
      )
    }
    if (result.slowed) {
      logger.warn(
        "Stablecoin payments: the gateway rate-limits requests (429), so some payments are reconciled later."
      )
    }
    for (const failure of failures) {
      logger.warn(`Stablecoin payments: ${failure}`)
    }
    return result
  }
)

/**
 * Processes what a dead process left behind and what is due, until nothing is
 * left or the time is up. Any number of processes may run it concurrently.
 *
 * @param settle makes Medusa match one payment, and finishes its reconciliation
 * @returns its result, and a sentence per kind of failure
 */
export async function reconcile(
  stablecoin: StablecoinModuleService,
  settle: (paymentId: string) => Promise<void>
): Promise<{ result: Reconciled; failures: string[] }> {
  const endsAt = performance.now() + LASTS_MS
  const isOver = () => performance.now() >= endsAt
  const unprocessed = new Failures("webhooks could not be processed")
  const unread = new Failures("payments could not be read from the gateway")
  const unsettled = new Failures("payments could not be settled")
  const settleOne = async (id: string): Promise<void> =>
    await settle(id).catch((error: unknown) => unsettled.add(id, error))

  await stablecoin.settings.refresh()
  const due = new DuePayments({
    stablecoin,
    settle,
    owner: randomUUID(),
    isOver,
    unread,
    unsettled,
  })
  await Promise.all([
    due.reconcile(),
    stablecoin.webhookEvents.processDue({
      settle: settleOne,
      failed: ({ id, error }) => unprocessed.add(id, error),
      isOver,
    }),
  ])
  await stablecoin.exceptions.reviewNeverAnswered()
  for (const id of await recordMissedRefunds(stablecoin)) {
    await settleOne(id)
  }
  const { paid, cancelled, ...counts } = due.counts
  return {
    result: {
      ...counts,
      recovered: { paid, cancelled },
      slowed: due.isSlowed,
    },
    failures: [unprocessed, unread, unsettled].flatMap(
      ({ line }) => line ?? []
    ),
  }
}

type Stablecoin = Pick<
  StablecoinModuleService,
  "repository" | "refunds" | "exceptions"
>

/**
 * Writes the refunds due that a process did not write because it died after
 * Medusa's commit. A rejected one opens an exception and is not found again.
 *
 * @returns ids of payments whose capture such a process left unfinished
 */
export async function recordMissedRefunds(
  stablecoin: Stablecoin
): Promise<string[]> {
  const { missed, captures } = await stablecoin.repository.refunds.findMissed(
    new Date(Date.now() - CALL_TAKES_AT_MOST_MS),
    AT_ONCE
  )
  for (const refund of missed) {
    const outcome = await stablecoin.refunds.record(refund)
    if ("refused" in outcome) {
      const left = "left" in outcome ? outcome.left : "0.00"
      await openRefused(stablecoin, refund, left)
    }
  }
  return captures
}

async function openRefused(
  { repository, exceptions }: Stablecoin,
  missed: RefundRequest,
  left: string
): Promise<void> {
  const payment = await repository.payments.find({ id: missed.payment_id })
  if (payment) {
    await exceptions.open(payment.id, refusedRefund(payment, missed, left))
  }
}
