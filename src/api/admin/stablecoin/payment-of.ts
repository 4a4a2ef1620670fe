import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../../../ledger"
import type {
  AdminExceptionDetail,
  AdminRefundPayment,
} from "../../../http-types"
import { idsOf, type MadeField, type Row } from "./rows"

/** The rail of the payment that each row belongs to. */
export const railOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    await ofPayments(scope, rows, ["rail"], (payments) =>
      payments.map(({ rail }) => rail)
    ),
}

/** The payment that each refund belongs to. */
export const refundedPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    await ofPayments(scope, rows, ["mode", "proof_status"], (payments) =>
      payments.map(({ mode, proof_status }): AdminRefundPayment => ({
        mode,
        proof_status,
      }))
    ),
}

type Shown = AdminExceptionDetail["payment"]

/** The payment that each exception belongs to. */
export const paymentOfRow: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    await ofPayments(
      scope,
      rows,
      ["amount", "currency", "chain", "mode", "proof"],
      (payments) =>
        payments.map(({ amount, currency, chain, mode, proof }): Shown => ({
          amount,
          currency,
          chain,
          mode,
          found_instead: proof?.found_instead ?? null,
        }))
    ),
}

/** Computes a value of each row's payment from some of its fields. */
export async function ofPayments<F extends keyof Payment, T>(
  scope: MedusaContainer,
  rows: readonly Row[],
  fields: readonly F[],
  valuesOf: (payments: Pick<Payment, F | "id">[]) => T[] | Promise<T[]>
): Promise<(T | null)[]> {
  const ids = idsOf(rows, "payment_id")
  const { data } = ids.length
    ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
        entity: "stablecoin_payment",
        fields: ["id", ...fields],
        filters: { id: ids },
        pagination: { take: ids.length, skip: 0 },
      })
    : { data: [] }
  const payments = data as Pick<Payment, F | "id">[]
  const values = await valuesOf(payments)
  const byId = new Map(payments.map(({ id }, index) => [id, values[index]]))
  return rows.map((row) => byId.get(String(row.payment_id)) ?? null)
}
