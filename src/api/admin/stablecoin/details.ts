import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import type {
  AdminExceptionDetail,
  AdminPaymentDetail,
  AdminRefundDetail,
} from "../../../http-types"
import {
  type ChainPolicy,
  EXCEPTION_KINDS,
  isAboutHeldMoney,
  isHeld,
  type Payment,
  RAIL_TRAITS,
  toExactDecimal,
} from "../../../ledger"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import {
  DEPOSITS,
  EXCEPTIONS,
  PAYMENTS,
  REFUNDS,
} from "../../../modules/stablecoin/service"
import { readNewest, readRow, readStored } from "./rows"

/**
 * Reads a payment with the fields that no table has.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readPayment(
  scope: MedusaContainer,
  id: string | undefined
): Promise<AdminPaymentDetail> {
  const payment = await readStored({ scope }, PAYMENTS, id)
  const { payments } = scope.resolve(STABLECOIN_MODULE)
  const { chain_policy } = await payments.policiesOf(payment)
  const isReviewed =
    payment.payment_link !== null && (await isUnderReview(scope, payment))
  return {
    ...payment,
    // Buyers must not be sent there while money is reviewed.
    payment_link: isReviewed ? null : payment.payment_link,
    cart: await cartOf(scope, payment),
    deposits: await readNewest(
      scope,
      DEPOSITS,
      { payment_id: [payment.id] },
      "asc"
    ),
    proof_mode: await proofModeOf(scope, payment, chain_policy),
    is_held: isHeld(payment, chain_policy),
  }
}

/**
 * Reads an exception with its deposit, and the money that resolving it may send
 * back now.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readException(
  scope: MedusaContainer,
  id: string | undefined
): Promise<AdminExceptionDetail> {
  const exception = await readStored({ scope }, EXCEPTIONS, id)
  const { deposit_id } = exception
  const { repository } = scope.resolve(STABLECOIN_MODULE)
  return {
    ...exception,
    held: await repository.exceptions.readHeld(exception.id),
    deposit: deposit_id ? await readRow({ scope }, DEPOSITS, deposit_id) : null,
  }
}

/**
 * Reads a refund with what it is worth now.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function readRefund(
  scope: MedusaContainer,
  id: string
): Promise<AdminRefundDetail> {
  const refund = await readRow({ scope }, REFUNDS, id)
  const { prices } = scope.resolve(STABLECOIN_MODULE)
  return { ...refund, today: await prices.refundToday(id) }
}

/** How the chain of a payment is used. */
async function proofModeOf(
  scope: MedusaContainer,
  { status, rail }: Pick<Payment, "status" | "rail">,
  { proof, has_endpoint }: ChainPolicy
): Promise<AdminPaymentDetail["proof_mode"]> {
  const { proofs } = scope.resolve(STABLECOIN_MODULE)
  const isUnread =
    !has_endpoint && status === "paid" && RAIL_TRAITS[rail].hasChain
  return isUnread && (await proofs.chains()).length ? "no_endpoint" : proof
}

/** The present content of a payment's cart. */
async function cartOf(
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
async function isUnderReview(
  scope: MedusaContainer,
  { id, status }: Pick<Payment, "id" | "status">
): Promise<boolean> {
  const where = { payment_id: [id], status: ["open"], kind: EXCEPTION_KINDS }
  const open = await readNewest(scope, EXCEPTIONS, where)
  return open.some((exception) => isAboutHeldMoney(exception, { status }))
}
