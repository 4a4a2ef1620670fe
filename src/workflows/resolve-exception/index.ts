import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import { messageOf } from "../../shared/message-of"
import { type Payment, retryOf } from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type {
  Resolution,
  ResolutionContext,
} from "../../modules/stablecoin/types"
import { withCollectionLock } from "../collection-lock"
import { RefusedError } from "../refused-error"
import { readChain, readGateway } from "./read-again"
import { refundCapture } from "./refund-capture"
import { paymentIsBusy, resolutionRefused } from "./refusals"
import { oneStepWorkflow } from "../one-step-workflow"
import { settleNow } from "../settle-payment"

type Resolved = { refund_id: string | null; settles: string | null }

/**
 * Resolves an exception by the merchant's decision: writes a refund of the held
 * money where there is one, and settles the payment. Not compensated: it may
 * have been announced.
 *
 * @returns id of the refund that is due now or was recorded as sent, or null
 * @throws MedusaError when it is rejected, with nothing changed, and when Medusa
 *   refuses to convert the draft order
 */
export const resolveExceptionWorkflow = oneStepWorkflow(
  "resolve-stablecoin-exception",
  async (container, resolution: Resolution) => {
    const named = await withOrderId(container, resolution)
    const { refund_id, settles } = await resolveException(container, named)
    if (settles) {
      await settleNow(container, settles)
    }
    if (named.action === "close" && named.order_id) {
      await convertDraftOrder(container, named.order_id)
    }
    return refund_id
  }
)

/**
 * Converts the draft order that an exception was closed with: its buyer sees the
 * order then. Last, since the decision stands if Medusa refuses it.
 *
 * @throws MedusaError with Medusa's reason
 */
async function convertDraftOrder(
  container: MedusaContainer,
  id: string
): Promise<void> {
  const [draft] = await container
    .resolve(Modules.ORDER)
    .listOrders({ id }, { select: ["display_id", "is_draft_order"] })
  if (!draft?.is_draft_order) {
    return
  }
  try {
    await convertDraftOrderWorkflow(container).run({ input: { id } })
  } catch (error) {
    throw new RefusedError(
      MedusaError.Types.NOT_ALLOWED,
      "not_converted",
      `The exception is closed, and its money is kept for draft order #${draft.display_id}, which could not be converted to an order: ${messageOf(error)} Convert it under Orders > Drafts.`,
      { number: `#${draft.display_id}`, reason: messageOf(error) }
    )
  }
}

/** An order may be named by its number, as merchants know it: `#26`. */
async function withOrderId(
  container: MedusaContainer,
  resolution: Resolution
): Promise<Resolution> {
  if (resolution.action !== "close") {
    return resolution
  }
  const named = resolution.order_id?.trim() ?? ""
  const number = /^#?(\d{1,9})$/.exec(named)?.[1]
  if (!number) {
    return resolution
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: ["id"],
      filters: { display_id: Number(number) },
    })
  const [order] = data as { id: string }[]
  return order ? { ...resolution, order_id: order.id } : resolution
}

async function resolveException(
  container: MedusaContainer,
  resolution: Resolution
): Promise<Resolved> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const [exception] = await stablecoin.listStablecoinExceptions(
    { id: resolution.exception_id },
    { select: ["kind", "reason", "payment_id", "status"], take: 1 }
  )
  const id = exception?.payment_id
  const payment = id ? await stablecoin.payments.find({ id }) : null
  if (!exception || !payment) {
    return await resolveLocked(container, resolution)
  }
  const retry =
    resolution.action === "retry" && exception.status === "open"
      ? retryOf(exception, payment)
      : null
  // Read before taking the lock, because settling waits for it.
  if (retry === "prove") {
    await readChain(stablecoin, payment)
  }
  const fact = retry === "read" ? await readGateway(stablecoin, payment) : null
  return await whileUnsettled(container, payment, async () => {
    const state = await stablecoin.medusa.readState(payment.id)
    return await resolveLocked(container, resolution, {
      fact,
      ...(state && { medusa: state.medusa }),
    })
  })
}

/** @throws MedusaError when the decision is refused */
async function resolveLocked(
  container: MedusaContainer,
  resolution: Resolution,
  context: ResolutionContext = {}
): Promise<Resolved> {
  const { exceptions } = container.resolve(STABLECOIN_MODULE)
  const resolved = await exceptions.resolve(resolution, context)
  if ("refused" in resolved) {
    throw resolutionRefused(resolution, resolved)
  }
  const { settles, refund, refunds_capture } = resolved
  const refund_id = refunds_capture
    ? await refundCapture(container, refunds_capture, resolution)
    : (refund?.id ?? null)
  return { refund_id, settles }
}

/**
 * Runs while nothing settles the payment. A settle that had read the earlier
 * state would capture what this resolution sends back.
 */
async function whileUnsettled<T>(
  container: MedusaContainer,
  payment: Payment,
  run: () => Promise<T>
): Promise<T> {
  let isAlone = false
  try {
    return await withCollectionLock(container, payment, async () => {
      isAlone = true
      return await run()
    })
  } catch (error) {
    throw isAlone ? error : paymentIsBusy(payment.id)
  }
}
