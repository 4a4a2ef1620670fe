import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { Resolution } from "../../modules/stablecoin/store/resolve-exception"
import { resolutionRefused } from "./refusals"

/**
 * Writes a person's answer. Not undone: it was given, and may have been announced.
 *
 * @returns the id of the refund due that it opened, or null
 * @throws MedusaError when it is refused; nothing was changed then
 */
export const resolveExceptionStep = createStep(
  "resolve-stablecoin-exception",
  async (resolution: Resolution, { container }) => {
    const resolved = await container
      .resolve<StablecoinModuleService>(STABLECOIN_MODULE)
      .desk.resolveException(resolution)
    if ("refused" in resolved) {
      throw resolutionRefused(resolution.exception_id, resolved)
    }
    return new StepResponse(resolved.refund?.id ?? null)
  }
)
