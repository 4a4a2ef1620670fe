import type { ReportedCoins } from "../../../http-types"
import type {
  Deposit,
  Payment,
  ProofFields,
  Rail,
  Schedule,
} from "../../../ledger"
import type { RefundStatus, WebhookEventStatus } from "./statuses"
import type { SignerScope } from "../webhooks/webhook-signers"

/** Rows as PostgreSQL returns them. */
export type PaymentRow = Payment & {
  /** Order that is drafted from its cart, or was to be. */
  draft_order_id: string | null
  updated_at: Date
}

export type ScheduleRow = Schedule & {
  payment_id: string
  leased_until: Date | null
}

export type WebhookEventRow = {
  id: string
  rail: Rail
  event: string
  digest: string
  /** Null once erased. */
  body: string | null
  /** The payments that its signature covers. */
  signed_for: SignerScope[]
  /** Kept while no secret has confirmed it, to verify it again. */
  signature: string | null
  payment_id: string | null
  reports_money: boolean
  status: WebhookEventStatus
  attempts: number
  next_attempt_at: Date | null
  error: string | null
  created_at: Date
  updated_at: Date
}

/** A deposit, its sources, and whether its payment was looked for. */
export type DepositRow = Deposit &
  ReportedCoins & {
    block_number: number | null
    matched_at: Date | null
  }

export type RefundRow = {
  id: string
  deposit_id: string
  payment_id: string | null
  medusa_refund_id: string | null
  exception_id: string | null
  order_id: string | null
  amount: string
  currency: string
  chain: string | null
  status: RefundStatus
  refund_to: string | null
  tx_hash: string | null
  sent_by: string | null
  sent_at: Date | null
} & ProofFields

export type ExceptionRow = {
  id: string
  key: string
  payment_id: string | null
  deposit_id: string | null
  webhook_event_id: string | null
  /** One of EXCEPTION_KINDS, or a kind of another version. */
  kind: string
  reason: string | null
  message: string
  details: Record<string, string | null> | null
  status: "open" | "resolved"
  resolution: string | null
  note: string | null
  resolved_by: string | null
  resolved_at: Date | null
  opened_at: Date
  updated_at: Date
}

export type WebhookStateRow = {
  rail: Rail
  last_received_at: Date | null
  last_rejected_at: Date | null
  last_rejected_reason: string | null
  created_at: Date
}

export const TABLE = {
  account: "stablecoin_account",
  allocation: "stablecoin_allocation",
  chain: "stablecoin_chain",
  deposit: "stablecoin_deposit",
  payment: "stablecoin_payment",
  webhookEvent: "stablecoin_webhook_event",
  fact: "stablecoin_fact",
  exception: "stablecoin_exception",
  refund: "stablecoin_refund",
  schedule: "stablecoin_schedule",
  setting: "stablecoin_setting",
  settingChange: "stablecoin_setting_change",
  webhookState: "stablecoin_webhook_state",
} as const
