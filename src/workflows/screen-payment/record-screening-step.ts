import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type { CheckedSender } from "./check-sender-step"

/** Not compensated: the answer of a list is a fact. */
export const recordScreeningStep = createStep(
  "record-stablecoin-screening",
  async (
    {
      payment_id,
      address,
      result,
    }: Pick<CheckedSender, "payment_id" | "address" | "result">,
    { container }
  ) => {
    const { payments } = container.resolve(STABLECOIN_MODULE)
    const fact = { kind: "screened", address, result } as const
    await payments.apply(payment_id, fact, "chain")
    return new StepResponse(void 0)
  }
)
