import type { InferTypeOf } from "@medusajs/framework/types"
import type { ReportedCoins } from "../../../http-types"
import type { Deposit, Payment, Schedule } from "../../../ledger"
import type StablecoinException from "../models/exception"
import type StablecoinRefund from "../models/refund"
import type StablecoinWebhookEvent from "../models/webhook-event"
import type StablecoinWebhookState from "../models/webhook-state"
import type { SignerScope } from "../webhooks/webhook-signers"

/** Rows as PostgreSQL returns them. */
export type PaymentRow = Payment & {
  updated_at: Date
}

export type ScheduleRow = Schedule & {
  payment_id: string
  leased_until: Date | null
}

export type WebhookEventRow = Omit<
  InferTypeOf<typeof StablecoinWebhookEvent>,
  "signed_for"
> & { signed_for: SignerScope[] }

/** A deposit, its sources, and whether its payment was looked for. */
export type DepositRow = Deposit &
  ReportedCoins & {
    block_number: number | null
    matched_at: Date | null
    /** Sum of its allocations, an exact decimal. */
    allocated: string
    /** The rest of its amount, which PostgreSQL computes. Never negative. */
    unallocated: string
  }

export type RefundRow = InferTypeOf<typeof StablecoinRefund>

export type ExceptionRow = Omit<
  InferTypeOf<typeof StablecoinException>,
  "details"
> & { details: Record<string, string | null> | null }

export type WebhookStateRow = InferTypeOf<typeof StablecoinWebhookState>

export const TABLE = {
  account: "stablecoin_account",
  allocation: "stablecoin_allocation",
  chain: "stablecoin_chain",
  deposit: "stablecoin_deposit",
  payment: "stablecoin_payment",
  priceSource: "stablecoin_price_source",
  quote: "stablecoin_quote",
  webhookEvent: "stablecoin_webhook_event",
  fact: "stablecoin_fact",
  exception: "stablecoin_exception",
  refund: "stablecoin_refund",
  schedule: "stablecoin_schedule",
  setting: "stablecoin_setting",
  settingChange: "stablecoin_setting_change",
  webhookState: "stablecoin_webhook_state",
} as const
