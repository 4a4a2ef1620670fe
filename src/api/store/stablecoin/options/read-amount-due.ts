import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"
import type { AmountDueOf } from "../../../../modules/stablecoin/repository/amount-due"
import { fromMedusa } from "../../../../providers/stablecoin/amounts"
import type { PayableAmount } from "../../../../providers/stablecoin/offers"

/**
 * What is to be paid for a cart, or for the order that it became. As soon as it
 * has a collection, that is what a session is started for.
 *
 * @throws MedusaError (404) for a cart or a collection that there is not
 */
export async function readAmountDue(
  scope: MedusaContainer,
  of: AmountDueOf
): Promise<PayableAmount> {
  const { starts } = scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const due = await starts.readAmountDue(of)
  if (!due) {
    throw notFound(of)
  }
  const { collection, is_completed, ...others } = due
  if (collection) {
    const { amount, ...medusaState } = collection
    return { ...others, ...medusaState, amount: fromMedusa(amount) }
  }
  return {
    ...others,
    // One that was completed without a collection had nothing to pay.
    amount: is_completed ? "0.00" : await readTotal(scope, of),
    status: "not_paid",
    covered: "0.00",
  }
}

/** Of the cart's own money: it takes Medusa all of its lines to say. */
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
