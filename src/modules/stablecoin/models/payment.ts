import { model } from "@medusajs/framework/utils"
import {
  CAPTURE_MODES,
  CHECKOUT_FLOWS,
  PAYMENT_STATUSES,
  PROOF_STATUSES,
  RAILS,
  RETURN_RESULTS,
} from "../../../ledger"
import type { PaymentRow } from "../repository/tables"

/**
 * The ledger: see `Payment` in src/ledger/payment.ts for the meaning of each
 * field. The migration adds what a model can't define: indexes over expressions,
 * those that cover the lists, and the table of schedules.
 */
const StablecoinPayment = model
  .define("stablecoin_payment", {
    id: model.id({ prefix: "stpay" }).primaryKey(),
    session_id: model.text().searchable(),
    payment_collection_id: model.text(),
    cart_id: model.text().nullable(),
    order_id: model.text().nullable(),
    customer_id: model.text().nullable(),
    rail: model.enum([...RAILS]),
    provider_id: model.text(),
    status: model.enum([...PAYMENT_STATUSES]).default("creating"),
    mode: model.text().nullable(),
    account: model.text(),
    checkout_flow: model.enum([...CHECKOUT_FLOWS]),
    capture: model.enum([...CAPTURE_MODES]),
    amount: model.text(),
    currency: model.text(),
    chain: model.text().nullable(),
    cart_amount: model.text(),
    cart_currency: model.text(),
    /** The price that its amount follows from; null for dollars. */
    quote_id: model.text().nullable(),
    /** Until when its buyer has that price. */
    locked_until: model.dateTime().nullable(),
    /** Its price when it was paid later than that. */
    late_price: model.json().nullable(),
    gateway_id: model.text().searchable().nullable(),
    checkout_token: model.text().nullable(),
    redirect_url: model.text().nullable(),
    app_url: model.text().nullable(),
    intent_url: model.text().nullable(),
    success_url: model.text().nullable(),
    cancel_url: model.text().nullable(),
    return_token: model.text().nullable(),
    returned_at: model.dateTime().nullable(),
    returned_result: model.enum([...RETURN_RESULTS]).nullable(),
    destination_address: model.text().nullable(),
    reference: model.text().searchable().nullable(),
    net_amount: model.text().nullable(),
    tx_hash: model.text().searchable().nullable(),
    paid_at: model.dateTime().nullable(),
    deposit_id: model.text().nullable(),
    expires_at: model.dateTime(),
    superseded_at: model.dateTime().nullable(),
    proof_status: model.enum([...PROOF_STATUSES]).nullable(),
    proof: model.json().nullable(),
    prove_at: model.dateTime().nullable(),
  } satisfies Record<
    Exclude<keyof PaymentRow, "created_at" | "updated_at">,
    unknown
  >)
  .indexes([
    // Finds a rail whose webhooks don't arrive.
    { on: ["rail", "created_at"] },
    { on: ["chain", "prove_at"], where: "prove_at IS NOT NULL" },
    // Few rows at any time: a transfer is found only until its block is final.
    {
      on: ["proof_status", "created_at"],
      where: "proof_status IN ('not_found', 'found', 'contradicted')",
    },
    { on: ["deposit_id"], where: "deposit_id IS NOT NULL" },
    // Finds quotes without a payment.
    { on: ["quote_id"], where: "quote_id IS NOT NULL" },
    // Few rows at any time: buyers who returned, with no report from the
    // gateway yet.
    {
      on: ["expires_at"],
      where:
        "rail = 'hosted' AND returned_result = 'success' AND status IN ('creating', 'pending', 'abandoned')",
    },
  ])

export default StablecoinPayment
