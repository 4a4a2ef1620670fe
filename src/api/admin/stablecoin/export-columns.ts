import type { RefundExport } from "../../../modules/stablecoin/types"
import type { ExportColumn } from "./export"

type Exported = Pick<
  RefundExport,
  | "id"
  | "order_number"
  | "mode"
  | "rail"
  | "chain"
  | "currency"
  | "customer_email"
  | "cart_amount"
  | "cart_currency"
> & { status: string }

/** First columns of every export: the row, its payment's rail, and the coin. */
export const firstColumns: readonly ExportColumn<Exported>[] = [
  ["id", ({ id }) => id],
  ["order_number", ({ order_number }) => order_number],
  ["status", ({ status }) => status],
  ["mode", ({ mode }) => mode],
  ["rail", ({ rail }) => rail],
  ["network", ({ chain }) => chain],
  ["coin", ({ currency }) => currency],
]

/** The customer, and the amount in the cart's currency. */
export const cartColumns: readonly ExportColumn<Exported>[] = [
  ["customer_email", ({ customer_email }) => customer_email],
  ["cart_amount", ({ cart_amount }) => cart_amount],
  ["cart_currency", ({ cart_currency }) => cart_currency.toUpperCase()],
]
