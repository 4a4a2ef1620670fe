import type { RefundExport } from "../../../modules/stablecoin/types"
import type { ExportColumn } from "./export"

/** First columns of every export: the row. */
export const rowColumns: readonly ExportColumn<
  Pick<RefundExport, "id" | "order_number">
>[] = [
  ["id", ({ id }) => id],
  ["order_number", ({ order_number }) => order_number],
]

/** The payment's rail, and the coin. */
export const coinColumns: readonly ExportColumn<
  Pick<RefundExport, "mode" | "rail" | "chain" | "currency">
>[] = [
  ["mode", ({ mode }) => mode],
  ["rail", ({ rail }) => rail],
  ["network", ({ chain }) => chain],
  ["coin", ({ currency }) => currency],
]

/** The customer, and the amount in the cart's currency. */
export const cartColumns: readonly ExportColumn<
  Pick<RefundExport, "customer_email" | "cart_amount" | "cart_currency">
>[] = [
  ["customer_email", ({ customer_email }) => customer_email],
  ["cart_amount", ({ cart_amount }) => cart_amount],
  ["cart_currency", ({ cart_currency }) => cart_currency.toUpperCase()],
]
