import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { PurgeBatch } from "../modules/stablecoin/types"
import { purgeInBatches } from "./purge-in-batches"

/**
 * Buyers return from the gateway's page minutes after the end, or days later
 * from an open tab.
 */
const RETURN_SECONDS = 7 * 24 * 3600

/** Rows that one run of the purge has changed. */
type PurgedPayments = {
  /** Payments whose return URLs were erased. */
  erased: number
  /** Payments that were deleted. */
  deleted: number
}

/**
 * Erases the return URLs of payments that ended a week ago. Deletes those that
 * ended without money and outlived `unpaidPaymentRetention`, and transfers seen
 * on chains as long ago. Not
 * compensated: deleted rows can't be restored. If the settings can't be read,
 * nothing is deleted.
 */
const purgePaymentsStep = createStep(
  "purge-stablecoin-payments",
  async (_: Record<string, never>, { container }) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const { payments } = stablecoin.repository
    const { general } = await stablecoin.settings.effective()
    const [erased = 0, deleted = 0] = await purgeInBatches([
      {
        seconds: RETURN_SECONDS,
        run: async (batch) => await payments.eraseReturnUrls(batch),
      },
      ...(general.ok
        ? [
            {
              seconds: general.value.unpaidPaymentRetention,
              run: async (batch: PurgeBatch) => await payments.purge(batch),
            },
          ]
        : []),
    ])
    return new StepResponse({ erased, deleted } satisfies PurgedPayments)
  }
)

/**
 * Purges the data of payments that have ended: their return URLs after a week,
 * and those without money after `unpaidPaymentRetention`.
 *
 * @example
 * const { result } = await purgePaymentsWorkflow(container).run({ input: {} })
 * // { erased, deleted }
 */
export const purgePaymentsWorkflow = createWorkflow(
  "purge-stablecoin-payments",
  (input: WorkflowData<Record<string, never>>) =>
    new WorkflowResponse(purgePaymentsStep(input))
)
