import { AMOUNT_DUE_COLUMNS } from "./amount-due"
import { CUSTOMER_COLUMNS } from "./customers"
import { EXPORT_COLUMNS } from "./export-rows"
import { FRAGMENT_COLUMNS } from "./fragments"
import { IMBALANCE_COLUMNS } from "./imbalances"
import { SESSION_COLUMNS } from "./medusa-session"
import { STATE_COLUMNS } from "./medusa-state"
import { MIGRATION_COLUMNS } from "./migrations"
import { MISSED_REFUND_COLUMNS } from "./missed-refunds"
import { NOTIFICATION_COLUMNS } from "./notifications"
import { PLACED_ORDER_COLUMNS } from "./placed-orders"
import { REFUND_COLUMNS } from "./refunds"
import { SERVING_ORDER_COLUMNS } from "./serving-order"
import { STREAMED_COLUMNS } from "./streamed-payments"
import { UNSETTLED_COLUMNS } from "./unsettled"
import type { MedusaColumns } from "./columns"

/**
 * All columns of Medusa's own tables that the plugin's SQL names. Medusa may
 * change them in any release, so a test selects each.
 */
export const MEDUSA_COLUMNS: MedusaColumns = merge([
  AMOUNT_DUE_COLUMNS,
  CUSTOMER_COLUMNS,
  EXPORT_COLUMNS,
  FRAGMENT_COLUMNS,
  IMBALANCE_COLUMNS,
  SESSION_COLUMNS,
  STATE_COLUMNS,
  MIGRATION_COLUMNS,
  MISSED_REFUND_COLUMNS,
  NOTIFICATION_COLUMNS,
  PLACED_ORDER_COLUMNS,
  REFUND_COLUMNS,
  SERVING_ORDER_COLUMNS,
  STREAMED_COLUMNS,
  UNSETTLED_COLUMNS,
])

function merge(parts: readonly MedusaColumns[]): MedusaColumns {
  const merged: Record<string, readonly string[]> = {}
  for (const [table, columns] of parts.flatMap((part) =>
    Object.entries(part)
  )) {
    merged[table] = [...new Set([...(merged[table] ?? []), ...columns])]
  }
  return merged
}
