import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment, Report, ReportedDeposit } from "../../../../ledger"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"

export type KnownRow = DepositRow & ReportedDeposit

/**
 * Locks the deposits of a payment, and all of a reported transaction, or what is
 * used of the payment's address. The one that paid its payment is first, then
 * those that the gateway has reported.
 */
export async function listCandidates(
  trx: Knex,
  { id, destination_address: to }: Pick<Payment, "id" | "destination_address">,
  { chain, tx_hash }: Report
): Promise<KnownRow[]> {
  return await trx(`${TABLE.deposit} as deposit`)
    .leftJoin<PaymentRow>(
      `${TABLE.payment} as payment`,
      "payment.id",
      "deposit.payment_id"
    )
    .where((wanted) => {
      void wanted.where("deposit.payment_id", id)
      if (tx_hash) {
        void wanted.orWhere({
          "deposit.chain": chain,
          "deposit.tx_hash": tx_hash,
        })
      } else if (to) {
        void wanted.orWhere((used) =>
          used
            .where("deposit.destination_address", to.toLowerCase())
            .whereNull("deposit.confirmed_at")
            .where("deposit.allocated", ">", 0)
        )
      }
    })
    .whereNull("deposit.deleted_at")
    .orderByRaw(
      `payment.deposit_id IS DISTINCT FROM deposit.id, deposit.confirmed_at IS NULL,
       deposit.log_index, deposit.created_at, deposit.id`
    )
    .select<KnownRow[]>(
      "deposit.*",
      trx.raw(
        `COALESCE(
           CASE WHEN payment.deposit_id = deposit.id
             THEN payment.proof_status = 'contradicted'
               AND payment.proof ->> 'tx_hash' = deposit.tx_hash
               AND payment.proof ->> 'reason' IN ('wrong_address', 'no_transfer', 'too_early')
               AND (payment.proof ->> 'is_final')::boolean
             ELSE deposit.gateway_reference <> lower(payment.gateway_id) END
           AND deposit.allocated = 0, false) AS is_disproven`
      )
    )
    .forUpdate("deposit")
}
