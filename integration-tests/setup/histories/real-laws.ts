import type { Payment } from "../../../src/ledger"
import { ABOUT_HELD_MONEY } from "../../../src/ledger/__tests__/histories/laws"
import type { ThreeRecords } from "./three-records"

/** Laws that the three records of one idle cart break, as sentences. */
export function violatedLaws(state: ThreeRecords): string[] {
  const { rows, gateway, payments, orders, imbalances } = state
  const broken = imbalances.map((each) => `law 12: ${each}`)
  const standing = orders.filter(({ status }) => status !== "canceled")
  if (orders.length > 1) {
    broken.push("one cart became several orders")
  }
  for (const payment of payments) {
    const row = rows.find(({ session_id }) => session_id === payment.session_id)
    const entry = gateway.find(({ payment_id }) => payment_id === row?.id)
    const fits =
      row?.status === "paid" &&
      entry?.isPaid === true &&
      Number(row.cart_amount) === payment.amount &&
      payment.captured <= payment.amount
    if (!fits || payment.canceled) {
      broken.push(
        `law 3: Medusa's payment of session ${payment.session_id} has no paid payment of its amount`
      )
    }
  }
  const settled = rows.filter((row) => hasItsOrder(row, state))
  if (settled.length > 1) {
    broken.push("law 4: two payments have paid for the same order")
  }
  for (const row of rows) {
    const entry = gateway.find(({ payment_id }) => payment_id === row.id)
    const isReadable = row.rail === "onchain" && row.gateway_id !== null
    if (entry?.isPaid && (isReadable || entry.wasReportedPaid)) {
      if (row.status !== "paid") {
        broken.push(`${row.id} is paid at the gateway, and ${row.status} here`)
      }
    } else if (row.status === "paid" && !entry?.isPaid) {
      broken.push(`${row.id} is paid here, and not at the gateway`)
    } else if (isReadable && entry?.isOpen) {
      broken.push(`${row.id} has ended, and is open at the gateway`)
    }
    if (
      row.status === "paid" &&
      !settled.includes(row) &&
      !isAccountedFor(row, state)
    ) {
      broken.push(
        `law 4: ${row.id} is paid, and has neither an order nor an exception`
      )
    }
  }
  const isUnpaid = rows.every(({ status }) => status !== "paid")
  if (standing.length && isUnpaid) {
    broken.push("an unpaid order reserves its stock")
  }
  return broken
}

/**
 * Requires one capture, or one authorization to be captured, on the only order
 * that is not cancelled.
 */
function hasItsOrder(
  { session_id, capture }: Payment,
  { payments, orders }: ThreeRecords
): boolean {
  const own = payments.find((payment) => payment.session_id === session_id)
  return (
    own !== undefined &&
    (capture === "manual" || own.captured === own.amount) &&
    own.refunded === 0 &&
    orders.some(({ status }) => status !== "canceled")
  )
}

function isAccountedFor(
  { id, amount }: Payment,
  { exceptions, refunds }: ThreeRecords
): boolean {
  const due = refunds
    .filter(({ payment_id }) => payment_id === id)
    .reduce((sum, refund) => sum + Number(refund.amount), 0)
  const held: readonly string[] = ABOUT_HELD_MONEY
  return (
    due >= Number(amount) ||
    exceptions.some(
      ({ payment_id, kind }) => payment_id === id && held.includes(kind)
    )
  )
}
