import type { StartedFact } from "./facts"
import { isPayable } from "./open"
import type { Payment } from "./payment"
import { change, NOTHING, type Transition } from "./paid-transition"

/** Fields that open the gateway's page for the buyer. */
const LINKS = [
  "checkout_token",
  "redirect_url",
  "app_url",
  "intent_url",
] as const satisfies readonly (keyof Payment & keyof StartedFact)[]

/**
 * Fields that identify the customer, or that the storefront wrote and may
 * identify the customer.
 */
const PERSONAL = [
  "customer_id",
  "cart_id",
  "success_url",
  "cancel_url",
] as const satisfies readonly (keyof Payment)[]

type Nullable =
  (typeof LINKS)[number] | (typeof PERSONAL)[number] | "return_token"

/** Removes the gateway's links from a change of a payment that has ended. */
export function withoutLinks(
  payment: Payment,
  { patch, exceptions }: Transition
): Transition {
  const after = { ...payment, ...patch }
  if (isPayable(after) || !Object.keys(patch).length) {
    return { patch, exceptions }
  }
  const kept = detailsWithoutLinks(patch)
  return { patch: { ...kept, ...nulled(payment, LINKS) }, exceptions }
}

/**
 * Erases the customer, the address that paid, and the storefront's URLs from a
 * payment. A payment that its buyer may still pay is left unchanged. An
 * abandoned one keeps its return token: a return from the gateway's page is the
 * only sign of money whose webhook was lost.
 */
export function forgotten(payment: Payment): Transition {
  if (isPayable(payment)) {
    return NOTHING
  }
  const erased: readonly Nullable[] =
    payment.status === "abandoned" ? PERSONAL : [...PERSONAL, "return_token"]
  const { proof } = payment
  return change({
    ...nulled(payment, erased),
    ...(proof?.sender ? { proof: { ...proof, sender: null } } : {}),
  })
}

/** Returns a change, or the details of a fact, without the links. */
export function detailsWithoutLinks<T extends object>(details: T): Partial<T> {
  const kept = Object.entries(details).filter(
    ([name]) => !LINKS.some((link) => link === name)
  )
  return Object.fromEntries(kept) as Partial<T>
}

function nulled(
  payment: Payment,
  fields: readonly Nullable[]
): Partial<Record<Nullable, null>> {
  const filled = fields.filter((field) => payment[field] !== null)
  return Object.fromEntries(filled.map((field) => [field, null]))
}
