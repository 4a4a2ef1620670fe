import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { RefusedError } from "../exceptions/refused-error"
import { type Fact, type Payment, retryOf } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type StablecoinModuleService from "../modules/stablecoin/service"
import type { Resolution, ResolutionContext } from "../modules/stablecoin/types"
import { withCollectionLock } from "./collection-lock"
import { gatewayFailure } from "./admin-errors"
import { refundInMedusa } from "./refund-in-medusa"
import { oneStepWorkflow } from "./one-step-workflow"
import { settlePaymentsOf } from "./settle-order"
import { settleNow } from "./settle-payment"

/** Error code by which a route detects that no endpoint of a chain answers. */
export const CHAIN_UNAVAILABLE = "chain_unavailable"

type Resolved = { refund_id: string | null; settles: string | null }

/**
 * Resolves an exception by the merchant's decision: writes a refund of the held
 * money where there is one, and settles the payment. Not compensated: it may
 * have been announced.
 *
 * @returns id of the refund that is due now or was recorded as sent, or null
 * @throws RefusedError with nothing changed
 */
export const resolveExceptionWorkflow = oneStepWorkflow(
  "resolve-stablecoin-exception",
  async (container, resolution: Resolution) => {
    const named = await withOrderId(container, resolution)
    const { refund_id, settles } = await resolveException(container, named)
    if (settles) {
      await settleNow(container, settles)
    }
    // Its own payments may ask for too much now.
    if (named.action === "close" && named.order_id) {
      await settlePaymentsOf(container, { order_id: named.order_id })
    }
    return refund_id
  }
)

/** An order may be named by its number, as merchants know it: `#26`. */
async function withOrderId(
  container: MedusaContainer,
  resolution: Resolution
): Promise<Resolution> {
  if (resolution.action !== "close") {
    return resolution
  }
  const number = /^#?(\d{1,9})$/.exec(resolution.order_id?.trim() ?? "")?.[1]
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
    return await resolveLocked(container, resolution, null)
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
    const context = { fact, ...(state && { medusa: state.medusa }) }
    return await resolveLocked(container, resolution, payment, context)
  })
}

async function resolveLocked(
  container: MedusaContainer,
  resolution: Resolution,
  payment: Payment | null,
  context: ResolutionContext = {}
): Promise<Resolved> {
  const { exceptions } = container.resolve(STABLECOIN_MODULE)
  const { settles, refund, refunds_capture } = await exceptions.resolve(
    resolution,
    context
  )
  const refund_id =
    payment && refunds_capture
      ? await refundCapture(
          container,
          payment,
          refunds_capture.cart_amount,
          resolution
        )
      : (refund?.id ?? null)
  return { refund_id, settles }
}

/**
 * Refunds captured money in Medusa, whose call of the provider writes the refund
 * due: one refund in both records. Stores where it goes, or that it was sent.
 *
 * @returns id of the refund due
 */
async function refundCapture(
  container: MedusaContainer,
  payment: Payment,
  amount: string,
  resolution: Resolution
): Promise<string | null> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const { by, note, action } = resolution
  const origin = { created_by: by, note }
  // Settling may have bound it to another session before the lock was taken.
  const captured =
    (await stablecoin.payments.find({ id: payment.id })) ?? payment
  const made = await refundInMedusa(container, captured, amount, origin)
  const [due] = await stablecoin.listStablecoinRefunds(
    { medusa_refund_id: made, status: "due" },
    { select: ["id"], take: 1 }
  )
  if (!made || !due) {
    return null
  }
  const sent = action === "close" ? resolution.sent : undefined
  const refund = action === "refund" ? resolution.refund : undefined
  if (sent || refund?.refund_to) {
    const { refund_to } = refund ?? {}
    const { refunds } = stablecoin.repository
    await refunds.update({ refund_id: due.id, by, refund_to, ...sent })
  }
  return due.id
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
    throw isAlone ? error : new RefusedError("busy")
  }
}

/**
 * Looks up a payment's transfer for a merchant who retries its exception.
 *
 * @throws MedusaError when the chain can't be read
 */
async function readChain(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<void> {
  const error = await stablecoin.proofs.proveAgain(payment)
  if (error) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The transfer of payment ${payment.id} could not be looked up, and nothing was changed: ${error.message} Try again in a minute; if it stays so, test the endpoints of ${payment.chain} in the settings.`,
      CHAIN_UNAVAILABLE
    )
  }
}

/**
 * Reads a payment from the gateway for a merchant who retries its exception.
 *
 * @throws MedusaError (400) without the credentials that started it, and when
 *   the gateway does not respond
 */
async function readGateway(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<Fact | null> {
  if (!(await stablecoin.orders.isReadable(payment))) {
    throw new RefusedError("no_credentials")
  }
  try {
    return await stablecoin.orders.readFact(payment)
  } catch (error) {
    throw gatewayFailure(error)
  }
}
