import type { ExceptionDraft } from "./exceptions"
import { coinsOf, partsOf, type Priced, type Uses } from "./conversion"
import { fromMinorUnits, toMinorUnits } from "./money"
import type { Payment } from "./payment"

/**
 * Returns the refund due for a refund of `cartAmount`, in the payment's
 * stablecoin and at its price, rounded half up. Returns null if it exceeds what is
 * left of the payment. Partial refunds may each be rounded by a hundredth. The last
 * one is then what is left.
 *
 * @param left what may be refunded after earlier refunds, a decimal string
 */
export function refundDueFor(
  payment: Priced,
  left: string,
  cartAmount: string,
  uses: Uses
): string | null {
  const wanted = toMinorUnits(coinsOf(payment, cartAmount, uses))
  const most = toMinorUnits(left)
  const rounding = BigInt(partsOf(payment, uses).length)
  if (wanted <= 0n || most <= 0n || wanted > most + rounding) {
    return null
  }
  return fromMinorUnits(wanted > most ? most : wanted)
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
