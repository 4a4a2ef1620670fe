/** Types of the module that the rest of the plugin may import. */

export type {
  Resolution,
  ResolutionContext,
} from "./repository/exceptions/resolution"
export type { Pricing } from "./payments/prices"
export type { StoredException } from "./repository/lists/exceptions"
export type { Field, List, ListRequest } from "./repository/lists/list"
export type { StoredPayment } from "./repository/lists/payments"
export type {
  AmountDueOf,
  MedusaAmountDue,
} from "./repository/medusa/amount-due"
export type { AuditedPart } from "./repository/medusa/imbalances"
export type { MedusaSession } from "./repository/medusa/medusa-session"
export type { UncoveredMoney } from "./repository/medusa/serving-order"
export type { ShownPayment } from "./repository/medusa/shown-payments"
export type { NewPayment } from "./repository/payments/payments"
export type { RefundRequest } from "./repository/refunds/refunds"
export type { ChangedRefund } from "./repository/refunds/send-refund"
export type {
  ClaimedPayment,
  FinishedReconcile,
} from "./repository/schedules/leases"
export type { ChangedOrder } from "./repository/schedules/orders"
export type { PurgeBatch } from "./repository/webhook-events/purge-webhook-events"
export type { SavedSettings } from "./settings/admin-settings"
export type { BlockchainSettings } from "./settings/blockchain"
export type {
  GeneralSettings,
  HostedSettings,
  OnchainSettings,
  Resolved,
  Settings,
} from "./settings/settings"
export type { SettleOutcome } from "./telemetry/metrics"
