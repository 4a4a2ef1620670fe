import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminCoins, AdminException } from "../../../../http-types"
import { OTHER_MONEY_KINDS } from "../../../../ledger"
import { idsOf } from "./computed-fields"
import type { MadeField } from "../rows"

type Reported = Pick<AdminException, "payment_id" | "status" | "details">

/** Other money that the gateway reports for each payment. */
export const otherMoney: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const reported = await listReported(scope, idsOf(rows, "id"))
    return rows.map(({ id }) =>
      reported.flatMap(({ payment_id, details }) =>
        payment_id === id ? (coinsOf(details) ?? []) : []
      )
    )
  },
}

/**
 * The gateway's payment page, only while the payment waits for the buyer, and
 * the gateway reports no other money for it. Otherwise buyers must not be sent
 * there.
 */
export const paymentLink: MadeField = {
  from: ["id", "redirect_url", "status", "expires_at"],
  make: async (scope, rows) => {
    const reported = await listReported(scope, idsOf(rows, "id"))
    const inQuestion = new Set(
      reported
        .filter(({ status }) => status === "open")
        .map(({ payment_id }) => payment_id)
    )
    return rows.map(({ id, redirect_url, status, expires_at }) =>
      status === "pending" &&
      new Date(String(expires_at)) > new Date() &&
      !inQuestion.has(String(id))
        ? redirect_url
        : null
    )
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

async function listReported(
  scope: MedusaContainer,
  payment_id: string[]
): Promise<Reported[]> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "stablecoin_exception",
    fields: ["payment_id", "status", "details"],
    filters: { payment_id, kind: [...OTHER_MONEY_KINDS] },
    pagination: { order: { created_at: "ASC", id: "ASC" } },
  })
  return data as Reported[]
}
