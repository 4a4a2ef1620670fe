import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../../../ledger"
import type {
  AdminExceptionDetail,
  AdminRefundPayment,
} from "../../../http-types"
import { present } from "./orders-of"
import type { MadeField, Row } from "./rows"

type Paid = Pick<
  Payment,
  | "id"
  | "rail"
  | "amount"
  | "currency"
  | "chain"
  | "mode"
  | "proof_status"
  | "proof"
>

/** The rail of the payment that each row belongs to. */
export const railOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    ofPayments(scope, rows, ({ rail }): Payment["rail"] => rail),
}

/** The payment that each refund belongs to. */
export const refundedPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    ofPayments(scope, rows, ({ mode, proof_status }): AdminRefundPayment => ({
      mode,
      proof_status,
    })),
}

/** The payment that each exception belongs to. */
export const paymentOfRow: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    ofPayments(
      scope,
      rows,
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

async function ofPayments<T>(
  scope: MedusaContainer,
  rows: readonly Row[],
  valueOf: (payment: Paid) => T
): Promise<(T | null)[]> {
  const ids = present(rows.map(({ payment_id }) => payment_id))
  const { data } = ids.length
    ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
        entity: "stablecoin_payment",
        fields: [
          "id",
          "rail",
          "amount",
          "currency",
          "chain",
          "mode",
          "proof_status",
          "proof",
        ],
        filters: { id: ids },
        pagination: { take: ids.length, skip: 0 },
      })
    : { data: [] }
  const values = new Map(
    (data as Paid[]).map((payment) => [payment.id, valueOf(payment)])
  )
  return rows.map((row) => values.get(String(row.payment_id)) ?? null)
}
