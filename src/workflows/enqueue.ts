import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ReturnResult } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { watchQueue } from "../modules/stablecoin/service"
import type { ArrivedWebhookEvent } from "../modules/stablecoin/types"
import { reconcilePaymentWorkflow } from "./reconcile-payment"
import { messageOf } from "../shared/message-of"
import { applyWebhookEvent } from "./process-webhook-event/apply-webhook-event-step"
import { settlePayment } from "./settle-payment/settle-payment-step"
import { type TaskLine, TaskQueue } from "../shared/task-queue"

const MAX_QUEUED = 1000

/**
 * Each task takes milliseconds and one connection. New facts must not wait for
 * orders that are being placed.
 */
const webhookEvents = new TaskQueue(2, MAX_QUEUED)

/** As many as a small database pool allows next to the store's own requests. */
const settles = new TaskQueue(4, MAX_QUEUED)

/** A separate queue: a gateway that hangs must not delay paid payments. */
const reconciles = new TaskQueue(4, MAX_QUEUED)

watchQueue("apply_webhooks", () => webhookEvents.waiting)
watchQueue("settle_payments", () => settles.waiting)
watchQueue("reconcile_payments", () => reconciles.waiting)

/**
 * Processes a stored webhook after the response, if it changes anything: into
 * the ledger, then into Medusa. It does the same as
 * `processWebhookEventWorkflow` without the cost of the workflow engine:
 * nothing needs compensation, and a buyer waits.
 */
export function enqueueWebhookEvent(
  container: MedusaContainer,
  webhookEvent: ArrivedWebhookEvent
): void {
  void saysAnything(container, webhookEvent).then((isToDrive) => {
    if (isToDrive) {
      const { id, report } = webhookEvent
      const apply = async (): Promise<void> => {
        const paymentId = await applyWebhookEvent(container, id)
        if (paymentId) {
          enqueueSettle(container, paymentId)
        }
      }
      const line = report.outcome === "paid" ? "urgent" : "usual"
      run(webhookEvents, container, `webhook ${id}`, apply, { line })
    }
  })
}

/**
 * Settles a payment at once. Its row is already due, so the job settles what
 * this process does not reach.
 */
function enqueueSettle(container: MedusaContainer, paymentId: string): void {
  run(settles, container, `payment ${paymentId}`, async () => {
    await settlePayment(container, paymentId)
  })
}

async function saysAnything(
  container: MedusaContainer,
  webhookEvent: ArrivedWebhookEvent
): Promise<boolean> {
  try {
    return await container
      .resolve(STABLECOIN_MODULE)
      .webhookEvents.triage(webhookEvent)
  } catch {
    // Processing tries all of it again, and reports the error.
    return true
  }
}

/** Reconciles a payment at once, after the response. */
export function enqueuePayment(
  container: MedusaContainer,
  paymentId: string
): void {
  run(reconciles, container, `payment ${paymentId}`, async () => {
    await reconcilePaymentWorkflow(container).run({
      input: { payment_id: paymentId },
    })
  })
}

/**
 * Records a buyer's return that could not be recorded at once, and reconciles
 * the payment.
 */
export function enqueueReturn(
  container: MedusaContainer,
  paymentId: string,
  result: ReturnResult
): void {
  run(reconciles, container, `the return of payment ${paymentId}`, async () => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const fact = { kind: "returned", result } as const
    await stablecoin.payments.apply(paymentId, fact, "return")
    // Also where another request has recorded it: that one may not have
    // enqueued the payment.
    enqueuePayment(container, paymentId)
  })
}

/**
 * Milliseconds before each retry in this process. Afterwards the job retries.
 */
const RETRY_AFTER_MS = [1_000, 3_000, 9_000]

function run(
  worker: TaskQueue,
  container: MedusaContainer,
  what: string,
  task: () => Promise<void>,
  {
    line = "usual",
    retries = RETRY_AFTER_MS,
  }: { line?: TaskLine; retries?: readonly number[] } = {}
): void {
  const attempt = async (): Promise<void> => {
    try {
      await task()
    } catch (error) {
      const [delay, ...others] = retries
      if (delay !== undefined) {
        // Unreferenced: a process that ends leaves the rest to the job.
        setTimeout(() => {
          run(worker, container, what, task, { line, retries: others })
        }, delay).unref()
        return
      }
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(
        `Stablecoin payments: ${what} could not be settled now, and is left to the job: ${messageOf(error)}`
      )
    }
  }
  worker.push(what, attempt, line)
}
