import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type {
  AmountDueOf,
  MedusaAmountDue,
} from "../../../../modules/stablecoin/types"
import { fromMedusa } from "../../../../providers/stablecoin/terms"
import type { PayableAmount } from "../../../../providers/stablecoin/offers"

/** An amount due, with the ids of its payments that may have money. */
export type Purchase = PayableAmount & Pick<MedusaAmountDue, "may_have_money">

/**
 * Reads the amount due for a cart, or for the order that it became. Once it has
 * a collection, a session is started for the collection's amount.
 *
 * @throws MedusaError (404) for an unknown cart or collection
 */
export async function readAmountDue(
  scope: MedusaContainer,
  of: AmountDueOf
): Promise<Purchase> {
  const { medusa } = scope.resolve(STABLECOIN_MODULE)
  const due = await medusa.readAmountDue(of)
  if (!due) {
    throw notFound(of)
  }
  const { collection, is_completed, ...others } = due
  if (collection) {
    return { ...collection, ...others, amount: fromMedusa(collection.amount) }
  }
  return {
    ...others,
    // A cart that was completed without a collection had nothing to pay.
    amount: is_completed ? "0.00" : await readTotal(scope, of),
    status: "not_paid",
    covered_by_others: "0.00",
    order_due: null,
  }
}

/**
 * Reads the total of a cart without a collection. Medusa needs all its lines to
 * compute it.
 */
async function readTotal(
  scope: MedusaContainer,
  of: AmountDueOf
): Promise<string> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["id", "total", "raw_total"],
    filters: { id: "cart_id" in of ? of.cart_id : "" },
  })
  const [cart] = data as unknown as { raw_total: BigNumberInput }[]
  if (!cart) {
    throw notFound(of)
  }
  return fromMedusa(cart.raw_total)
}

function notFound(of: AmountDueOf): MedusaError {
  const what =
    "cart_id" in of
      ? `cart ${of.cart_id}`
      : `payment collection ${of.payment_collection_id}`
  return new MedusaError(MedusaError.Types.NOT_FOUND, `There is no ${what}.`)
}
