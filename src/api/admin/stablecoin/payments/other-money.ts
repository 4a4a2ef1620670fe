import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminCoins, AdminException } from "../../../../http-types"
import {
  isAboutHeldMoney,
  isAboutOtherMoney,
  type Payment,
  unassignedMoney,
} from "../../../../ledger"
import type { MadeField } from "../rows"
import { idsOf } from "./computed-fields"

type Reported = Pick<
  AdminException,
  "payment_id" | "kind" | "status" | "details"
>

/** Other money that the gateway reports for each payment. */
export const otherMoney: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const ofPayment = await exceptionsOf(scope, idsOf(rows, "id"))
    return rows.map(({ id }) =>
      ofPayment(id).flatMap((exception): AdminCoins[] => {
        const money =
          // A transfer that may have paid the payment may be its own money.
          isAboutOtherMoney(exception) && !exception.details?.may_have_paid
            ? unassignedMoney(exception, null, [])
            : null
        return money
          ? [
              {
                amount: money.amount,
                currency: money.currency,
                chain: money.chain,
              },
            ]
          : []
      })
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
    fields: ["payment_id", "kind", "status", "details"],
    filters: { payment_id },
    pagination: { order: { created_at: "ASC", id: "ASC" } },
  })
  const exceptions = data as Reported[]
  return (id) => exceptions.filter((exception) => exception.payment_id === id)
}
