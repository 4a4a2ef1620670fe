import {
  cancelOrderWorkflow,
  createPaymentSessionsWorkflow,
  deletePaymentSessionsWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import {
  type Payment,
  type ScheduledPayment,
  type SettlementStep,
  WAITING_SESSIONS,
} from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { STORED_REASONS } from "../../exceptions/stored-reasons"
import { refundInMedusa } from "../refund-in-medusa"
import { capturePayment } from "./capture-payment"
import { completeCart } from "./complete-cart"
import type { LateMoneyContext } from "../../providers/stablecoin/late-money"
import { sessionData } from "../../providers/stablecoin/session"

/** Time after its expiry in which a payment waits for a chain to be readable. */
const WAITS_FOR_CHAIN_MS = 24 * 3600_000

/** As Medusa's own workflows wait for the lock of a cart. */
const WAITS_FOR_LOCK_S = 30

/**
 * Performs exactly one step of settling. Each step can be repeated.
 *
 * @returns whether the step is put off, since coins may be on their way
 */
export async function performStep(
  container: MedusaContainer,
  stablecoin: StablecoinModuleService,
  payment: ScheduledPayment,
  step: Exclude<SettlementStep, { do: "nothing" | "retry_later" }>
): Promise<boolean> {
  switch (step.do) {
    case "complete_cart":
      await completeCart(container, step.cart_id)
      break
    case "release_payment":
      await releasePayment(container, payment)
      break
    case "confirm_order":
      // A completion that is running has the cart's lock.
      await container
        .resolve(Modules.LOCKING)
        .execute([step.cart_id], async () => {}, { timeout: WAITS_FOR_LOCK_S })
      break
    case "capture":
      await capturePayment(container, stablecoin, payment)
      break
    case "authorize":
    case "process":
      // Run separately, never as a step of ours: in a sub-workflow Medusa skips
      // the cart's lock.
      await processPaymentWorkflow(container).run({
        input: {
          action:
            step.do === "process"
              ? PaymentActions.SUCCESSFUL
              : PaymentActions.AUTHORIZED,
          data: { session_id: payment.session_id, amount: payment.cart_amount },
        },
      })
      break
    case "bind_session":
      // Medusa's own way to create a session. It deletes the collection's other
      // ones.
      await createPaymentSessionsWorkflow(container).run({
        input: {
          payment_collection_id: payment.payment_collection_id,
          provider_id: payment.provider_id,
          context: {
            stablecoin_late_money: { payment_id: payment.id },
          } satisfies LateMoneyContext,
        },
      })
      break
    case "drop_competing_sessions":
      await dropCompetingSessions(container, payment)
      break
    case "reopen_session":
      await setSessionStatus(container, payment, PaymentSessionStatus.PENDING)
      break
    case "unlink_order":
      await unlinkOrder(container, payment, step)
      break
    case "close_session":
      await setSessionStatus(container, payment, step.status)
      break
    case "cancel_order":
      await cancelOrderWorkflow(container).run({
        input: { order_id: step.order_id },
      })
      break
    case "cancel_at_gateway":
      if (await mustWait(stablecoin, payment)) {
        return true
      }
      await stablecoin.orders.cancel(payment)
      break
    case "note_superseded":
    case "abandon": {
      const kind = step.do === "abandon" ? "abandoned" : "superseded"
      await stablecoin.payments.apply(payment.id, { kind }, "settle")
      break
    }
    case "judge_price":
      await stablecoin.prices.judge(payment)
      break
    case "note_capture":
      await stablecoin.repository.deposits.capture(payment)
      break
    case "refund_capture":
      await refundInMedusa(container, payment, step.amount)
      break
    case "refund_remainder":
      await stablecoin.refunds.refundRemainder(
        payment.id,
        STORED_REASONS.uncovered
      )
      break
    case "judge_transfers":
      await stablecoin.repository.exceptions.judgeExact(payment.id, step)
      break
    case "open_exception":
      await stablecoin.exceptions.open(payment.id, step.exception)
      break
  }
  return false
}

/** The gateway can't confirm coins for a payment that was cancelled. */
async function mustWait(
  { incomingCoins }: StablecoinModuleService,
  payment: Payment
): Promise<boolean> {
  const incoming = await incomingCoins.check(payment)
  const waitsUntil = payment.expires_at.getTime() + WAITS_FOR_CHAIN_MS
  return (
    incoming === "coins" || (incoming === "unknown" && Date.now() < waitsUntil)
  )
}

/**
 * Cancels the payment in Medusa alone: the provider refuses to cancel paid
 * money, which is in the ledger.
 */
async function releasePayment(
  container: MedusaContainer,
  { session_id }: Payment
): Promise<void> {
  const service = container.resolve(Modules.PAYMENT)
  const payments = await service.listPayments({
    payment_session_id: session_id,
  })
  for (const { id, captured_at, canceled_at } of payments) {
    if (!captured_at && !canceled_at) {
      // Medusa's type lacks the columns that it updates.
      const canceled = { id, canceled_at: new Date() }
      await service.updatePayment(canceled)
    }
  }
}

/** Lets Medusa complete the cart again. */
async function unlinkOrder(
  container: MedusaContainer,
  { payment_collection_id }: Payment,
  { order_id, cart_id }: { order_id: string; cart_id: string }
): Promise<void> {
  const order = { [Modules.ORDER]: { order_id } }
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss([
    { ...order, [Modules.PAYMENT]: { payment_collection_id } },
    { ...order, [Modules.CART]: { cart_id } },
  ])
}

async function setSessionStatus(
  container: MedusaContainer,
  payment: Payment,
  status: `${PaymentSessionStatus}`
): Promise<void> {
  await container.resolve(Modules.PAYMENT).updatePaymentSession({
    id: payment.session_id,
    amount: payment.cart_amount,
    currency_code: payment.cart_currency,
    data: sessionData(payment),
    status: status as PaymentSessionStatus,
  })
}

/**
 * Deletes the collection's other waiting sessions: the money they wait for has
 * arrived.
 */
async function dropCompetingSessions(
  container: MedusaContainer,
  { payment_collection_id, session_id }: Payment
): Promise<void> {
  const sessions = await container
    .resolve(Modules.PAYMENT)
    .listPaymentSessions({ payment_collection_id })
  const competing_sessions = sessions.filter(
    ({ id, status }) => id !== session_id && WAITING_SESSIONS.includes(status)
  )
  await deletePaymentSessionsWorkflow(container).run({
    input: { ids: competing_sessions.map(({ id }) => id) },
  })
}
