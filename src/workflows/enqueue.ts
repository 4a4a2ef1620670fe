import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ReturnResult } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { watchQueue } from "../modules/stablecoin/service"
import type { ArrivedWebhookEvent } from "../modules/stablecoin/types"
import { reconcilePaymentWorkflow } from "./reconcile-payment"
import { messageOf } from "../shared/message-of"
import { applyWebhookEvent } from "./process-webhook-event"
import { settlePayment } from "./settle-payment/settle"
import { type TaskLine, TaskQueue } from "../shared/task-queue"

const MAX_QUEUED = 1000

/**
 * Each task takes milliseconds and one connection. New facts must not wait for
 * orders that are being placed.
 */
const webhookEvents = new TaskQueue(2, MAX_QUEUED)

/** As many as a small database pool allows next to the store's own requests. */
const settles = new TaskQueue(4, MAX_QUEUED)

/**
 * Each only waits for a chain's answer, which it shares with others of its
 * chain.
 */
const transferReads = new TaskQueue(100, MAX_QUEUED)

/** A separate queue: a gateway that hangs must not delay paid payments. */
const reconciles = new TaskQueue(4, MAX_QUEUED)

watchQueue("apply_webhooks", () => webhookEvents.waiting)
watchQueue("settle_payments", () => settles.waiting)
watchQueue("prove_payments", () => transferReads.waiting)
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
      const line = report.outcome === "paid" ? "urgent" : "usual"
      run(webhookEvents, applying(container, id), { line })
    }
  })
}

/**
 * Applies a webhook that this process has claimed, and enqueues its payment. A
 * failed attempt is retried like any other. The caller applies few at once, and
 * awaits `roomToSettle` before each.
 */
export async function applyClaimedWebhookEvent(
  container: MedusaContainer,
  id: string
): Promise<void> {
  await attempt(webhookEvents, applying(container, id), { line: "urgent" })
}

/** Resolves when the queue of payments to settle is short. */
export async function roomToSettle(): Promise<void> {
  await settles.room()
}

/**
 * Resolves when all stored webhooks and paid payments of this process are
 * settled, or left to the job.
 */
export async function settlesEnded(): Promise<void> {
  await webhookEvents.idle()
  await settles.idle()
}

function applying(container: MedusaContainer, id: string): Task {
  return {
    container,
    what: `webhook ${id}`,
    run: async () => {
      const paymentId = await applyWebhookEvent(container, id)
      if (paymentId) {
        enqueueSettle(container, paymentId)
      }
    },
  }
}

/**
 * Settles a payment at once. Its row is already due, so the job settles what
 * this process does not reach.
 */
export function enqueueSettle(
  container: MedusaContainer,
  paymentId: string
): void {
  run(settles, {
    container,
    what: `payment ${paymentId}`,
    run: async () => {
      await settlePayment(container, paymentId)
      enqueueProof(container, paymentId)
    },
  })
}

/**
 * Looks up the transfer of a settled payment, where its chain is read, so that
 * a buyer's order does not wait for it.
 */
function enqueueProof(container: MedusaContainer, paymentId: string): void {
  const what = `the transfer of payment ${paymentId}`
  const prove = async (): Promise<void> => {
    const { proofs } = container.resolve(STABLECOIN_MODULE)
    if (await proofs.proveNow(paymentId)) {
      enqueueSettle(container, paymentId)
    }
  }
  // The job repeats what fails.
  const task: Task = { container, what, run: prove }
  transferReads.push(
    what,
    async () => await attempt(transferReads, task, { retries: [] })
  )
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
  run(reconciles, {
    container,
    what: `payment ${paymentId}`,
    run: async () => {
      await reconcilePaymentWorkflow(container).run({
        input: { payment_id: paymentId },
      })
    },
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
  run(reconciles, {
    container,
    what: `the return of payment ${paymentId}`,
    run: async () => {
      const stablecoin = container.resolve(STABLECOIN_MODULE)
      const fact = { kind: "returned", result } as const
      await stablecoin.payments.apply(paymentId, fact, "return")
      // Also where another request has recorded it: that one may not have
      // enqueued the payment.
      enqueuePayment(container, paymentId)
    },
  })
}

/**
 * Milliseconds before each retry in this process. Afterwards the job retries.
 */
const RETRY_AFTER_MS = [1_000, 3_000, 9_000]

type Task = {
  container: MedusaContainer
  what: string
  run: () => Promise<void>
}

type Attempts = { line?: TaskLine; retries?: readonly number[] }

function run(worker: TaskQueue, task: Task, attempts: Attempts = {}): void {
  const isQueued = worker.push(
    task.what,
    async () => await attempt(worker, task, attempts),
    attempts.line
  )
  if (!isQueued) {
    task.container.resolve(STABLECOIN_MODULE).storedWebhooks.leave()
  }
}

async function attempt(
  worker: TaskQueue,
  task: Task,
  { line = "usual", retries = RETRY_AFTER_MS }: Attempts
): Promise<void> {
  try {
    await task.run()
  } catch (error) {
    const [delay, ...others] = retries
    if (delay !== undefined) {
      // Unreferenced: a process that ends leaves the rest to the job.
      setTimeout(() => {
        run(worker, task, { line, retries: others })
      }, delay).unref()
      return
    }
    const logger = task.container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(
      `Stablecoin payments: ${task.what} could not be settled now, and is left to the job: ${messageOf(error)}`
    )
  }
}
