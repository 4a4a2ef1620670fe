import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ReturnResult } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type StablecoinModuleService from "../modules/stablecoin/service"
import type { ArrivedWebhookEvent } from "../modules/stablecoin/webhooks/triage"
import { watchQueue } from "../modules/stablecoin/telemetry/queues"
import { reconcilePaymentWorkflow } from "./reconcile-payment"
import { messageOf } from "../shared/message-of"
import { applyWebhookEvent } from "./process-webhook-event/apply-webhook-event-step"
import { settlePayment } from "./settle-payment/settle-payment-step"
import { TaskQueue } from "../shared/task-queue"

const LINE_LENGTH = 1000

/** Each takes milliseconds and one connection: what was learned must not wait for orders that are being placed. */
const webhookEvents = new TaskQueue(2, LINE_LENGTH)

/** As many as a small database pool bears beside the store's own requests. */
const settles = new TaskQueue(4, LINE_LENGTH)

/** A line of their own: a gateway that hangs must not hold up what was paid. */
const reconciles = new TaskQueue(4, LINE_LENGTH)

watchQueue("apply_webhooks", () => webhookEvents.waiting)
watchQueue("settle_payments", () => settles.waiting)
watchQueue("reconcile_payments", () => reconciles.waiting)

/**
 * Has a stored webhook processed at once, after the answer, if it says
 * anything: into the ledger, and then into Medusa. What
 * `processWebhookEventWorkflow` does in one, without what its engine costs each:
 * there is nothing to be compensated, and a buyer waits.
 */
export function enqueueWebhookEvent(
  container: MedusaContainer,
  webhookEvent: ArrivedWebhookEvent
): void {
  void saysAnything(container, webhookEvent).then((isToDrive) => {
    if (isToDrive) {
      run(webhookEvents, container, `webhook ${webhookEvent.id}`, async () => {
        const paymentId = await applyWebhookEvent(container, webhookEvent.id)
        if (paymentId) {
          wakeToSettle(container, paymentId)
        }
      })
    }
  })
}

/** Its row says already that it is to be looked at: what this process does not come to is the job's. */
function wakeToSettle(container: MedusaContainer, paymentId: string): void {
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
      .resolve<StablecoinModuleService>(STABLECOIN_MODULE)
      .webhookEvents.triage(webhookEvent)
  } catch {
    // Driving it tries it all again, and tells what it was.
    return true
  }
}

/** Has a payment looked at at once, after the answer. */
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

/** Notes a buyer's return that could not be noted at once, and has the payment looked at. */
export function wakeForReturn(
  container: MedusaContainer,
  paymentId: string,
  result: ReturnResult
): void {
  run(reconciles, container, `the return of payment ${paymentId}`, async () => {
    const stablecoin =
      container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const fact = { kind: "returned", result } as const
    await stablecoin.applyFact(paymentId, fact, "return")
    // Also where another request has recorded it: that one may not have woken anything.
    enqueuePayment(container, paymentId)
  })
}

/** Milliseconds until a task is tried again here, before it is left to the job. */
const RETRY_AFTER_MS = [1_000, 3_000, 9_000]

function run(
  worker: TaskQueue,
  container: MedusaContainer,
  what: string,
  task: () => Promise<void>,
  retries: readonly number[] = RETRY_AFTER_MS
): void {
  worker.push(what, async () => {
    try {
      await task()
    } catch (error) {
      const [delay, ...others] = retries
      if (delay !== undefined) {
        // Unreferenced: a process that ends leaves the rest to the job.
        setTimeout(() => {
          run(worker, container, what, task, others)
        }, delay).unref()
        return
      }
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(
        `Stablecoin payments: ${what} could not be settled now, and is left to the job: ${messageOf(error)}`
      )
    }
  })
}
