import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import type {
  AdminCoins,
  AdminFact,
  AdminPaymentDetail,
} from "../../../../http-types"
import {
  EXCEPTION_KINDS,
  isAboutHeldMoney,
  type Payment,
  type ProofFact,
  RAIL_TRAITS,
  toExactDecimal,
} from "../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { EXCEPTIONS } from "../../../../modules/stablecoin/service"
import { readNewest } from "../rows"

/** How the chain of a payment is used. */
export async function proofModeOf(
  scope: MedusaContainer,
  payment: Pick<Payment, "status" | "rail" | "chain">
): Promise<AdminPaymentDetail["proof_mode"]> {
  const { chainPolicies } = scope.resolve(STABLECOIN_MODULE)
  const { proof, has_endpoint } = await chainPolicies.policyOf(payment)
  const { status, rail } = payment
  const isUnread =
    !has_endpoint && status === "paid" && RAIL_TRAITS[rail].hasChain
  return isUnread && (await chainPolicies.chains()).length
    ? "no_endpoint"
    : proof
}

/** The present content of a payment's cart. */
export async function cartOf(
  scope: MedusaContainer,
  { cart_id, order }: Pick<AdminPaymentDetail, "cart_id" | "order">
): Promise<AdminPaymentDetail["cart"]> {
  if (!cart_id || order) {
    return null
  }
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["currency_code", "raw_total", "total", "items.*"],
    filters: { id: cart_id },
  })
  const [cart] = data as unknown as Cart[]
  return cart
    ? {
        total: toExactDecimal(MathBN.convert(cart.raw_total).toFixed()),
        currency: cart.currency_code,
        items: cart.items.map(({ title, variant_title, quantity }) => ({
          title: [title, variant_title].filter(Boolean).join(", "),
          quantity,
        })),
      }
    : null
}

type Cart = {
  currency_code: string
  raw_total: BigNumberInput
  items: { title: string; variant_title: string | null; quantity: number }[]
}

/** Whether an open exception is about money for a payment. */
export async function isUnderReview(
  scope: MedusaContainer,
  { id, status }: Pick<Payment, "id" | "status">
): Promise<boolean> {
  const where = { payment_id: [id], status: ["open"], kind: EXCEPTION_KINDS }
  const open = await readNewest(scope, EXCEPTIONS, where)
  return open.some((exception) => isAboutHeldMoney(exception, { status }))
}

/** Details of a fact, which are stored as JSON. */
type Details = Record<string, unknown> | null

/** The chain's answer that the details of a `proof` fact contain. */
export function proofOf(details: Details): AdminFact["proof"] {
  const { status, proof } = (details ?? {}) as Partial<ProofFact>
  return status && proof ? { status, ...proof } : null
}

/** The transfer that the details of a `seen` fact contain. */
export function transferOf(details: Details): AdminFact["transfer"] {
  type Seen = NonNullable<AdminFact["transfer"]>
  const { as, transfer } = (details ?? {}) as {
    as?: Seen["as"]
    transfer?: Omit<Seen, "as">
  }
  return as && transfer ? { as, ...transfer } : null
}

/** Money that details of a fact name, or null. */
export function coinsOf(details: Details): AdminCoins | null {
  const { amount, currency, chain } = details ?? {}
  return typeof amount === "string" && typeof currency === "string"
    ? { amount, currency, chain: typeof chain === "string" ? chain : null }
    : null
}
