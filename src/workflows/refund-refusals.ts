import { MedusaError } from "@medusajs/framework/utils"
import type { RefundChange } from "../modules/stablecoin/types"
import { RefusedError } from "./refused-error"

const { NOT_FOUND, CONFLICT, INVALID_DATA } = MedusaError.Types

/** Error that explains to the merchant why a refund due was not changed. */
export function refundRefused(
  id: string,
  refusal: Extract<RefundChange, { refused: string }>
): MedusaError {
  const refused = (type: string, message: string) =>
    new RefusedError(type, refusal.refused, message)
  switch (refusal.refused) {
    case "unknown_refund":
      return refused(NOT_FOUND, `There is no refund ${id}.`)
    case "already_sent":
      return refused(CONFLICT, `Refund ${id} is already sent.`)
    case "void":
      return refused(
        CONFLICT,
        `Refund ${id} is void: it was deleted in Medusa, or its money is kept.`
      )
    case "hash_used": {
      const { id: other, amount, currency } = refusal.other
      const sum = `${amount} ${currency}`
      return new RefusedError(
        CONFLICT,
        "hash_used",
        `This tx_hash closes another refund already: ${other} of ${sum}. Check it, or confirm that the transfer paid both by shared_transfer: true.`,
        { other, sum }
      )
    }
    case "wrong_address":
      return refused(
        INVALID_DATA,
        refusal.chain
          ? "refund_to must be an address: 0x and 40 hexadecimal digits."
          : "refund_to must be 3 to 200 characters that say where the money goes."
      )
    case "wrong_hash":
      return refused(
        INVALID_DATA,
        refusal.chain
          ? "tx_hash must be the transaction's hash: 0x and 64 hexadecimal digits."
          : "tx_hash must be 3 to 200 characters that name the transfer."
      )
  }
}
