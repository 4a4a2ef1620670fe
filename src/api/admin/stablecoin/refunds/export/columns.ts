import type { RefundExport } from "../../../../../modules/stablecoin/types"
import type { ExportColumn } from "../../export"

/** Amounts are exact decimals, times ISO 8601 in UTC. */
export const refundColumns: readonly ExportColumn<RefundExport>[] = [
  ["id", ({ id }) => id],
  ["order_number", ({ order_number }) => order_number],
  ["status", ({ status }) => status],
  ["mode", ({ mode }) => mode],
  ["rail", ({ rail }) => rail],
  ["network", ({ chain }) => chain],
  ["coin", ({ currency }) => currency],
  ["amount", ({ amount }) => amount],
  ["send_to", ({ refund_to }) => refund_to],
  ["transfer", ({ tx_hash }) => tx_hash],
  ["reason", ({ reason }) => reason],
  ["created_at", ({ created_at }) => created_at.toISOString()],
  ["sent_at", ({ sent_at }) => sent_at?.toISOString() ?? null],
  ["sent_by", ({ sent_by }) => sent_by],
  ["customer_email", ({ customer_email }) => customer_email],
  ["cart_amount", ({ cart_amount }) => cart_amount],
  ["cart_currency", ({ cart_currency }) => cart_currency.toUpperCase()],
  ["payment_id", ({ payment_id }) => payment_id],
  ["order_id", ({ order_id }) => order_id],
  ["exception_id", ({ exception_id }) => exception_id],
  ["medusa_refund_id", ({ medusa_refund_id }) => medusa_refund_id],
]
