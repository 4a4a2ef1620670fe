import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput } from "@medusajs/framework/types"
import type { MedusaBooks, Payment } from "../../ledger"
import { toExactDecimal } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

type Amount = { amount: BigNumberInput; raw_amount?: { value: string } }
type MedusaPayment = {
  id: string
  payment_session_id: string
  captured_at: string | null
  canceled_at: string | null
  captures: Amount[]
}
type MedusaSession = Amount & {
  id: string
  status: string
  currency_code: string
  data: Record<string, unknown> | null
}
type MedusaCollection = Amount & {
  status: string
  currency_code: string
  payment_sessions: MedusaSession[]
  payments: MedusaPayment[]
}

/** Reads all that settling needs to know of Medusa, afresh. */
export async function readMedusaBooks(
  container: MedusaContainer,
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<MedusaBooks> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const collection_id = payment.payment_collection_id
  const [
    collections,
    carts,
    orders,
    refunds_due,
    answered,
    askable,
    covered_by_others,
  ] = await Promise.all([
    query.graph({
      entity: "payment_collection",
      fields: [
        "amount",
        "raw_amount",
        "currency_code",
        "status",
        "payment_sessions.*",
        "payments.*",
        "payments.captures.*",
      ],
      filters: { id: collection_id },
    }),
    query.graph({
      entity: "cart_payment_collection",
      fields: ["cart_id"],
      filters: { payment_collection_id: collection_id },
    }),
    query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.status", "order.canceled_at"],
      filters: { payment_collection_id: collection_id },
    }),
    stablecoin.refundsDue(payment.id),
    stablecoin.desk.isAnswered(payment.id),
    stablecoin.isAskable(payment),
    stablecoin.coveredByOthers({
      id: payment.session_id,
      payment_collection_id: collection_id,
    }),
  ])
  const collection = collections.data[0] as unknown as
    MedusaCollection | undefined
  const session = collection?.payment_sessions.find(
    ({ id }) => id === payment.session_id
  )
  const own = collection?.payments.find(
    (each) => each.payment_session_id === payment.session_id
  )
  const order = orders.data[0]?.order
  return {
    session: session
      ? {
          status: session.status,
          amount: exact(session),
          currency: session.currency_code,
          started: session.data?.payment_id === payment.id,
        }
      : null,
    rivals: (collection?.payment_sessions ?? []).flatMap(({ id, status }) =>
      id === payment.session_id ? [] : [status]
    ),
    payment: own
      ? { captured: isCaptured(own), canceled: own.canceled_at !== null }
      : null,
    collection: collection
      ? {
          amount: exact(collection),
          currency: collection.currency_code,
          status: collection.status,
          covered_by_others,
        }
      : null,
    cart_id: carts.data[0]?.cart_id ?? null,
    order: order
      ? {
          id: order.id,
          canceled: order.canceled_at != null || order.status === "canceled",
        }
      : null,
    refunds_due,
    answered,
    askable,
  }
}

function exact({ amount, raw_amount }: Amount): string {
  return toExactDecimal(raw_amount?.value ?? MathBN.convert(amount).toFixed())
}

function isCaptured(payment: MedusaPayment): boolean {
  return payment.captured_at !== null && payment.captures.length > 0
}
