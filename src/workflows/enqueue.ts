import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { GatewayError } from "../gateway"
import type { ReturnResult } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { messageOf } from "../shared/message-of"
import { settlePayment } from "./settle-payment/settle"
import { TaskQueue } from "../shared/task-queue"
import { withTimeout } from "../shared/with-timeout"

const MAX_QUEUED = 1000

/** As many as a small database pool allows next to the store's own requests. */
const settles = new TaskQueue(4, MAX_QUEUED)

/** A separate queue: a gateway that hangs must not delay paid payments. */
const reconciles = new TaskQueue(4, MAX_QUEUED)

/**
 * Resolves when all paid payments of this process are settled, or left to the
 * job.
 */
export async function settlesEnded(): Promise<void> {
  await settles.idle()
}

/**
 * Settles a payment at once. Its row is already due, so the job settles what
 * this process does not reach.
 */
export function enqueueSettle(container: MedusaContainer, id: string): void {
  run(settles, id, () => settlePayment(container, id), container)
}

/** Reconciles a payment at once, after the response. */
export function enqueuePayment(container: MedusaContainer, id: string): void {
  run(reconciles, id, () => reconcilePayment(container, id), container)
}

/**
 * Reads a payment from the gateway where it can be read, and settles it, also
 * when that read failed.
 */
async function reconcilePayment(
  container: MedusaContainer,
  id: string
): Promise<void> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const payment = await stablecoin.payments.find({ id })
  if (payment && payment.status !== "paid") {
    try {
      await stablecoin.orders.read(payment)
    } catch (error) {
      if (!(error instanceof GatewayError)) {
        throw error
      }
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: payment ${id} could not be read from the gateway: ${error.message}`
        )
    }
  }
  await settlePayment(container, id)
}

/**
 * Records a buyer's return that could not be recorded at once, and reconciles
 * the payment. The job can't repeat it: nothing else has stored the return.
 */
export function enqueueReturn(
  container: MedusaContainer,
  id: string,
  result: ReturnResult
): void {
  const record = async (): Promise<void> => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const fact = { kind: "returned", result } as const
    await stablecoin.payments.apply(id, fact, "return")
    // Also where another request has recorded it: that one may not have
    // enqueued the payment.
    enqueuePayment(container, id)
  }
  const delays = [...RETRY_AFTER_MS, 30_000, 60_000, 120_000, 300_000]
  run(reconciles, `${id} return`, record, container, delays)
}

/**
 * Milliseconds before each retry in this process. Afterwards the job retries.
 */
const RETRY_AFTER_MS = [1_000, 3_000, 9_000]

/**
 * Time limit of a task, after which its slot is free: a Redis that is frozen
 * answers nothing for a quarter of an hour. The task may still end, and repeats
 * no effect.
 */
const LIMIT_MS = 120_000

/**
 * Runs a payment's task soon, unless too many wait: then it is left to the job.
 */
function run(
  queue: TaskQueue,
  id: string,
  task: () => Promise<void>,
  container: MedusaContainer,
  [delay, ...others]: readonly number[] = RETRY_AFTER_MS
): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  queue.push(id, async () => {
    try {
      await withTimeout(task(), LIMIT_MS, () => {
        logger.warn(
          `Stablecoin payments: payment ${id} takes longer than ${LIMIT_MS / 1000} s, and is tried again. Check Redis, the database and the hooks of the store's workflows.`
        )
        throw new Error(`No result within ${LIMIT_MS / 1000} s.`)
      })
    } catch (error) {
      if (delay !== undefined) {
        // Unreferenced: a process that ends leaves the rest to the job.
        setTimeout(() => run(queue, id, task, container, others), delay).unref()
        return
      }
      logger.warn(
        `Stablecoin payments: payment ${id} could not be settled now, and is left to the job: ${messageOf(error)}`
      )
    }
  })
}
