import type {
  AdminFact,
  AdminPayment,
  AdminPaymentDetail,
} from "../../../../http-types"
import type {
  ListRequest,
  PaymentsRequest,
  ProofFilter,
} from "../../../../modules/stablecoin/types"
import { fieldsOf } from "../fields-of"
import { customerOfPayment } from "../customers-of"
import { depositsOfPayment } from "../deposits/query-config"
import { orderOfPayment } from "../orders-of"
import type { Rows } from "../rows"
import {
  capturedAt,
  needsAttention,
  nextReconciliation,
} from "./computed-fields"
import { isHeldForProof, proofMode } from "./proof"
import { paymentLink, receivedMoney } from "./received-money"

export const payments: Rows<AdminPayment> = {
  entity: "stablecoin_payment",
  one: "payment",
  made: {
    order: orderOfPayment,
    received: receivedMoney,
    needs_attention: needsAttention,
  },
  list: (repository, request) =>
    repository.payments.list(toPaymentsRequest(request)),
}

/** Some parameters are conditions over several columns. */
export function toPaymentsRequest({
  where: { never_answered, needs_attention, proof_status, ...where },
  ...request
}: ListRequest): PaymentsRequest {
  return {
    ...request,
    where,
    never_answered: never_answered !== undefined,
    needs_attention: needs_attention !== undefined,
    proof_status: proof_status as readonly ProofFilter[] | undefined,
  }
}

/**
 * Adds the fields that only a payment's own page and its order's panel show.
 */
export const paymentDetails: Rows<AdminPaymentDetail> = {
  ...payments,
  row: undefined,
  made: {
    ...payments.made,
    next_reconcile_at: nextReconciliation,
    payment_link: paymentLink,
    deposits: depositsOfPayment,
    captured_at: capturedAt,
    customer: customerOfPayment,
    proof_mode: proofMode,
    is_held: isHeldForProof,
  },
}

/**
 * Every column except the checkout token, the links that contain it, the
 * destination address and the lease.
 */
export const paymentFields = fieldsOf<AdminPayment>()([
  "id",
  "session_id",
  "payment_collection_id",
  "cart_id",
  "order_id",
  "customer_id",
  "rail",
  "status",
  "mode",
  "account",
  "checkout_flow",
  "capture",
  "amount",
  "currency",
  "chain",
  "cart_amount",
  "cart_currency",
  "gateway_id",
  "returned_at",
  "returned_result",
  "reference",
  "net_amount",
  "tx_hash",
  "proof_status",
  "paid_at",
  "expires_at",
  "created_at",
  "updated_at",
  "order",
  "received",
  "needs_attention",
])

/**
 * Adds the payment link, which an admin may send to the buyer again, and the
 * destination address, to look it up. Lists omit both.
 */
export const paymentDetailFields = [
  ...paymentFields,
  ...fieldsOf<Omit<AdminPaymentDetail, keyof AdminPayment>>()([
    "destination_address",
    "next_reconcile_at",
    "payment_link",
    "deposits",
    "captured_at",
    "customer",
    "proof",
    "proof_mode",
    "is_held",
  ]),
]

/** Excludes `details`, of which responses contain only parts. */
export const factFields = fieldsOf<
  Omit<AdminFact, "money" | "proof" | "transfer">
>()([
  "id",
  "kind",
  "source",
  "status_before",
  "status_after",
  "webhook_event_id",
  "created_at",
])
