import { NOW } from "./samples"

export const captured = {
  captured: true,
  canceled: false,
  held: "12.50",
  taken: "12.50",
}
export const authorized = { ...captured, captured: false, taken: "0.00" }
/** Medusa cancelled its payment before it was captured. */
export const released = { ...authorized, canceled: true, held: "0" }
export const order = { id: "order_1", canceled: false, standing: true }
export const cancelledOrder = { ...order, canceled: true }
export const sessionIn = (status: string) => ({
  status,
  amount: "12.50",
  currency: "usd",
  started: true,
})
export const manual = { capture: "manual" } as const
/** Collection that has taken nothing for this payment yet. */
export const open = (amount: string, covered_by_others = "0") => ({
  amount,
  currency: "usd",
  status: "awaiting",
  covered_by_others,
  captured_by_others: covered_by_others,
  held: covered_by_others,
  held_later: "0",
  order_due: null,
})
/** Collection that has taken this amount, and whose order has this total. */
export const taken = (amount: string, held: string, total = amount) => ({
  ...open(amount),
  status: "completed",
  held,
  order_due: orderDue(total, held),
})
/** Order whose payments, but for the one in question, hold a sum. */
export const orderDue = (
  total: string,
  held: string,
  covered_by_others = "0"
) => ({
  total,
  taken: held,
  held,
  held_later: "0",
  covered_by_others,
  captured_by_others: covered_by_others,
  changed_in: null,
})
export const ago = (ms: number) => new Date(NOW.getTime() - ms)
