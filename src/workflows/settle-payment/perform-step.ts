import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentActions } from "@medusajs/framework/utils"
import type { Payment, SettlementStep } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { sessionData } from "../../providers/stablecoin/session-data"

/** Does one step of settling, and nothing but that. Each may be done again. */
export async function performStep(
  container: MedusaContainer,
  stablecoin: StablecoinModuleService,
  payment: Payment,
  step: Exclude<SettlementStep, { do: "nothing" | "retry_later" }>
): Promise<void> {
  switch (step.do) {
    case "process":
      // Run, never as a step of ours: in a sub-workflow Medusa skips the cart's lock.
      await processPaymentWorkflow(container).run({
        input: {
          action: PaymentActions.SUCCESSFUL,
          data: { session_id: payment.session_id, amount: payment.cart_amount },
        },
      })
      return
    case "close_session":
      await container.resolve(Modules.PAYMENT).updatePaymentSession({
        id: payment.session_id,
        amount: payment.cart_amount,
        currency_code: payment.cart_currency,
        data: sessionData(payment),
        status: step.status,
      })
      return
    case "cancel_at_gateway":
      await stablecoin.cancelAtGateway(payment)
      return
    case "abandon":
      await stablecoin.applyFact(payment.id, { kind: "abandoned" }, "settle")
      return
    case "owe_refund":
      await stablecoin.oweRemainder(payment.id, step.reason)
      return
    case "open_exception":
      await stablecoin.openException(payment.id, step.exception)
      return
  }
}
