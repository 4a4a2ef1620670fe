import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { WebhookReport } from "../gateway"
import type { ExceptionDraft } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type StablecoinModuleService from "../modules/stablecoin/service"
import {
  classifyReport,
  findReportedPayment,
  PARSE_WEBHOOK,
  unverifiedWebhook,
} from "../modules/stablecoin/service"
import type { WebhookEventRow } from "../modules/stablecoin/types"
import { messageOf } from "../shared/message-of"
import { settlePaymentStep } from "./settle-payment"

export type ProcessWebhookEventInput = { webhook_event_id: string }

/** Not compensated: a report of the gateway is a permanent fact. */
const applyWebhookEventStep = createStep(
  "apply-stablecoin-webhook-event",
  async ({ webhook_event_id }: ProcessWebhookEventInput, { container }) =>
    new StepResponse(await applyWebhookEvent(container, webhook_event_id))
)

/**
 * Converts a stored webhook to a fact of the ledger.
 *
 * @returns the payment to settle, or null
 */
export async function applyWebhookEvent(
  container: MedusaContainer,
  id: string
): Promise<string | null> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const webhookEvent = await stablecoin.repository.webhookEvents.find(id)
  if (!webhookEvent || webhookEvent.status === "ignored") {
    return null
  }
  if (webhookEvent.status === "processed") {
    return webhookEvent.payment_id
  }
  if (webhookEvent.body === null) {
    const reason = "Its body was erased while it waited to be processed."
    await stablecoin.webhookEvents.ignore(id, reason, webhookEvent.payment_id)
    return null
  }
  try {
    const report = PARSE_WEBHOOK[webhookEvent.rail](
      Buffer.from(webhookEvent.body, "utf8")
    )
    const payment = await findReportedPayment(stablecoin.payments, report)
    const judged = classifyReport(
      report,
      payment,
      webhookEvent.signed_for,
      payment ? undefined : await stablecoin.settings.storeName()
    )
    if (judged.is === "fact") {
      const { payment, fact } = judged
      const applied = await stablecoin.payments.apply(
        payment.id,
        fact,
        "webhook",
        id
      )
      if (!applied) {
        // Deleted concurrently: on the retry it is money of an unknown payment.
        throw new Error(`Payment ${payment.id} was deleted meanwhile.`)
      }
      return payment.id
    }
    if (judged.is === "nameless money") {
      await stablecoin.exceptions.open(null, namelessPayment(webhookEvent), id)
    }
    const isLost =
      judged.is === "unknown payment" &&
      // A payment of the other rail is known, but its number is not trusted
      // here.
      !(await stablecoin.payments.find({ id: judged.payment_id }))
    if (isLost) {
      const { payment_id } = judged
      await openUnknownPayment(stablecoin, webhookEvent, payment_id, report)
    }
    if (judged.is === "unproven" && judged.payment.status !== "paid") {
      const { payment } = judged
      await stablecoin.exceptions.open(payment.id, unverifiedWebhook(payment))
    }
    if (judged.is === "foreign") {
      await stablecoin.webhookEvents.ignoreForeign(id, judged.reason)
    } else {
      await stablecoin.webhookEvents.ignore(id, judged.reason, payment?.id)
    }
    return null
  } catch (error) {
    await noteFailure(container, id, error)
    throw error
  }
}

/**
 * Records a failed attempt. If the database is down, the job processes the
 * webhook once it is due again.
 */
async function noteFailure(
  container: MedusaContainer,
  id: string,
  error: unknown
): Promise<void> {
  try {
    await container
      .resolve(STABLECOIN_MODULE)
      .webhookEvents.fail(id, messageOf(error))
  } catch (unnoted) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `Stablecoin payments: the failure of webhook ${id} could not be noted: ${messageOf(unnoted)}`
      )
  }
}

function namelessPayment({ id, rail }: WebhookEventRow): ExceptionDraft {
  return {
    kind: "webhook_problem",
    reason: "unreadable",
    key: [id, "webhook_problem.unreadable"].join(":"),
    message: `The gateway reports a payment on the ${rail} rail without its order. Compare webhook ${id} with the gateway's portal.`,
    details: { webhook_event_id: id },
  }
}

/** Records money of a payment that is not stored, with its exception. */
async function openUnknownPayment(
  { repository, exceptions }: StablecoinModuleService,
  webhookEvent: WebhookEventRow,
  paymentId: string,
  { paid }: WebhookReport
): Promise<void> {
  const deposit_id = paid
    ? await repository.deposits.recordUnknown({
        rail: webhookEvent.rail,
        amount: paid.amount,
        currency: paid.currency,
        chain: paid.chain ?? null,
        tx_hash: paid.tx_hash?.toLowerCase() ?? null,
        mode: paid.mode ?? null,
        gateway_reference: `${paymentId}/${paid.amount}`,
      })
    : null
  const draft = unknownPayment(webhookEvent, paymentId, paid)
  await exceptions.open(null, { ...draft, deposit_id }, webhookEvent.id)
}

function unknownPayment(
  { id, rail }: WebhookEventRow,
  paymentId: string,
  paid: WebhookReport["paid"]
): ExceptionDraft {
  const sum = paid ? ` of ${paid.amount} ${paid.currency}` : ""
  return {
    kind: "unknown_payment",
    // Another transfer is another amount to search for.
    key: [paymentId, "unknown_payment", paid?.tx_hash ?? paid?.amount].join(
      ":"
    ),
    message: `The gateway confirms payment ${paymentId}${sum} on the ${rail} rail, which this store started and its database does not have. Check that DATABASE_URL names the right database, whether it was restored from a backup, and whether the payment was deleted after unpaidPaymentRetention. Then find the payment in the gateway's portal.`,
    details: {
      webhook_event_id: id,
      amount: paid?.amount ?? null,
      currency: paid?.currency ?? null,
      chain: paid?.chain ?? null,
      tx_hash: paid?.tx_hash ?? null,
    },
  }
}

/**
 * Facts in, settle out: applies a stored webhook to the ledger, then makes
 * Medusa match it.
 */
export const processWebhookEventWorkflow = createWorkflow(
  "process-stablecoin-webhook-event",
  (input: WorkflowData<ProcessWebhookEventInput>) => {
    const paymentId = applyWebhookEventStep(input)
    when({ paymentId }, (known) => known.paymentId !== null).then(() => {
      settlePaymentStep({ payment_id: paymentId as WorkflowData<string> })
    })
    return new WorkflowResponse(paymentId)
  }
)
