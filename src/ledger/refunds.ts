import type { ExceptionDraft } from "./exceptions"
import { fromMinorUnits, toMinorUnits } from "./money"
import type { Payment } from "./payment"

/**
 * Returns the refund due for a refund of `cartAmount`, in the payment's
 * stablecoin. Returns null if it exceeds what is left of the payment. One cart
 * unit is one coin, as at the start, rounded half up. Partial refunds may each
 * round up by a hundredth. The last one is then reduced to what is left, so
 * that the sum never exceeds what was paid.
 *
 * @param left what may be refunded after earlier refunds, a decimal string
 * @param earlier number of earlier refunds
 */
export function refundDueFor(
  left: string,
  cartAmount: string,
  earlier: number
): string | null {
  const wanted = toMinorUnits(cartAmount)
  const most = toMinorUnits(left)
  if (wanted <= 0n || most <= 0n || wanted > most + BigInt(earlier)) {
    return null
  }
  return fromMinorUnits(wanted < most ? wanted : most)
}

/** Exception about a Medusa refund that exceeds what is left of its payment. */
export function refusedRefund(
  payment: Payment,
  refund: { medusa_refund_id: string; cart_amount: string },
  left: string
): ExceptionDraft {
  const { status, currency, chain, order_id } = payment
  return {
    kind: "refund_problem",
    reason: "refused",
    key: `${refund.medusa_refund_id}:refund_problem.refused`,
    deposit_id: payment.deposit_id,
    details: {
      medusa_refund_id: refund.medusa_refund_id,
      status,
      cart_amount: refund.cart_amount,
      cart_currency: payment.cart_currency,
      left,
      currency,
      chain,
      order_id,
    },
  }
}

/**
 * Formats of a refund's address and transfer. On a chain, both must have the
 * chain's format. Without a chain, the merchant and the buyer agreed on the
 * method, and any text that names the transfer is valid.
 */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const TX_HASH = /^0x[0-9a-fA-F]{64}$/
/** Visible characters and spaces. */
const TEXT = /^[^\p{Cc}]{3,200}$/u

/** Returns a refund's address, or null if its format is wrong. */
export function refundAddress(
  chain: string | null,
  text: string
): string | null {
  return formed(chain ? ADDRESS : TEXT, text)
}

/**
 * Returns the transfer that sent a refund, or null if its format is wrong. Hashes
 * are lowercased so that duplicates are found.
 */
export function refundTransfer(
  chain: string | null,
  text: string
): string | null {
  const transfer = formed(chain ? TX_HASH : TEXT, text)
  return transfer && TX_HASH.test(transfer) ? transfer.toLowerCase() : transfer
}

function formed(form: RegExp, text: string): string | null {
  const trimmed = text.trim()
  return form.test(trimmed) ? trimmed : null
}
