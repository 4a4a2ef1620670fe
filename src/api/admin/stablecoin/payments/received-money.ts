import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminCoins, AdminException } from "../../../../http-types"
import { isAboutHeldMoney, type Payment } from "../../../../ledger"
import { idsOf, type MadeField } from "../rows"

type Reported = Pick<
  AdminException,
  "payment_id" | "kind" | "reason" | "status" | "details" | "deposit_id"
>

/** The money that made a payment paid, or else what arrived for it last. */
export const receivedMoney: MadeField = {
  from: ["id", "status", "amount", "currency", "chain"],
  make: async (scope, rows) => {
    const { data } = await scope
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity: "stablecoin_deposit",
        fields: ["payment_id", "amount", "currency", "chain"],
        filters: { payment_id: idsOf(rows, "id") },
        pagination: { order: { created_at: "ASC", id: "ASC" } },
      })
    const last = new Map(
      data.map(({ payment_id, ...coins }) => [payment_id as unknown, coins])
    )
    return rows.map(({ id, status, amount, currency, chain }) =>
      status === "paid"
        ? { amount, currency, chain, source: "paid" }
        : last.has(id)
          ? { ...last.get(id), source: "reported" }
          : null
    )
  },
}

/**
 * The gateway's payment page, only while the payment waits for the buyer, and
 * no open exception is about money for it. Otherwise buyers must not be sent
 * there.
 */
export const paymentLink: MadeField = {
  from: ["id", "redirect_url", "status", "expires_at"],
  make: async (scope, rows) => {
    const ofPayment = await exceptionsOf(scope, idsOf(rows, "id"))
    return rows.map(({ id, redirect_url, expires_at, ...row }) => {
      const status = row.status as Payment["status"]
      const isUnderReview = ofPayment(id).some(
        (exception) =>
          exception.status === "open" && isAboutHeldMoney(exception, { status })
      )
      return status === "pending" &&
        new Date(String(expires_at)) > new Date() &&
        !isUnderReview
        ? redirect_url
        : null
    })
  },
}

/** Money that details of a fact or an exception name, or null. */
export function coinsOf(
  details: Record<string, unknown> | null
): AdminCoins | null {
  const { amount, currency, chain } = details ?? {}
  return typeof amount === "string" && typeof currency === "string"
    ? { amount, currency, chain: typeof chain === "string" ? chain : null }
    : null
}

async function exceptionsOf(
  scope: MedusaContainer,
  payment_id: string[]
): Promise<(id: unknown) => Reported[]> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "stablecoin_exception",
    fields: ["payment_id", "kind", "reason", "status", "details", "deposit_id"],
    filters: { payment_id },
    pagination: { order: { created_at: "ASC", id: "ASC" } },
  })
  const exceptions = data as Reported[]
  return (id) => exceptions.filter((exception) => exception.payment_id === id)
}
