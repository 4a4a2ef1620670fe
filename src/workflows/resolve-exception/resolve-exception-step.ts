import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type {
  Resolution,
  ResolvedException,
} from "../../modules/stablecoin/store/resolve-exception"
import { withCollectionLock } from "../collection-lock"
import { paymentIsBusy, resolutionRefused } from "./refusals"

/**
 * Writes a person's answer. Not undone: it was given, and may have been announced.
 *
 * @returns the id of the refund due that it opened, or null
 * @throws MedusaError when it is refused; nothing was changed then
 */
export const resolveExceptionStep = createStep(
  "resolve-stablecoin-exception",
  async (resolution: Resolution, { container }) => {
    const resolved = await resolveAlone(container, resolution)
    if ("refused" in resolved) {
      throw resolutionRefused(resolution.exception_id, resolved)
    }
    return new StepResponse(resolved.refund?.id ?? null)
  }
)

/**
 * Resolves while nobody settles the payment that it is about: a settle that had
 * read the books before would capture what this answer sends back.
 */
async function resolveAlone(
  container: MedusaContainer,
  resolution: Resolution
): Promise<ResolvedException> {
  const stablecoin =
    container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const [exception] = await stablecoin.listStablecoinExceptions(
    { id: resolution.exception_id },
    { select: ["payment_id"], take: 1 }
  )
  const id = exception?.payment_id
  const payment = id ? await stablecoin.findPayment({ id }) : null
  if (!payment) {
    return await stablecoin.desk.resolveException(resolution)
  }
  let isAlone = false
  try {
    return await withCollectionLock(container, payment, async () => {
      isAlone = true
      return await stablecoin.desk.resolveException(resolution)
    })
  } catch (error) {
    throw isAlone ? error : paymentIsBusy(payment.id)
  }
}
