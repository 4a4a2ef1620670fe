import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../../../ledger"
import type {
  AdminExceptionDetail,
  AdminRefundPayment,
} from "../../../http-types"
import { present } from "./orders-of"
import type { MadeField, Row } from "./rows"

/** The rail of the payment that each row belongs to. */
export const railOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    ofPayments(scope, rows, ["rail"], ({ rail }): Payment["rail"] => rail),
}

/** The payment that each refund belongs to. */
export const refundedPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    ofPayments(
      scope,
      rows,
      ["mode", "proof_status"],
      ({ mode, proof_status }): AdminRefundPayment => ({ mode, proof_status })
    ),
}

/** The payment that each exception belongs to. */
export const paymentOfRow: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    ofPayments(
      scope,
      rows,
      ["amount", "currency", "chain", "mode", "proof"],
      ({
        amount,
        currency,
        chain,
        mode,
        proof,
      }): AdminExceptionDetail["payment"] => ({
        amount,
        currency,
        chain,
        mode,
        found_instead: proof?.found_instead ?? null,
      })
    ),
}

/** Computes a value of each row's payment from some of its fields. */
async function ofPayments<F extends keyof Payment, T>(
  scope: MedusaContainer,
  rows: readonly Row[],
  fields: readonly F[],
  valueOf: (payment: Pick<Payment, F | "id">) => T
): Promise<(T | null)[]> {
  const ids = present(rows.map(({ payment_id }) => payment_id))
  const { data } = ids.length
    ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
        entity: "stablecoin_payment",
        fields: ["id", ...fields],
        filters: { id: ids },
        pagination: { take: ids.length, skip: 0 },
      })
    : { data: [] }
  const values = new Map(
    (data as Pick<Payment, F | "id">[]).map((payment) => [
      payment.id,
      valueOf(payment),
    ])
  )
  return rows.map((row) => values.get(String(row.payment_id)) ?? null)
}
