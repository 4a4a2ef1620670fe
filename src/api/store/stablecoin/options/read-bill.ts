import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"
import { fromMedusa } from "../../../../providers/stablecoin/amounts"
import type { Bill } from "../../../../providers/stablecoin/offers"
import { readProviders } from "./read-providers"

type Cart = {
  id: string
  currency_code: string
  region_id: string | null
  completed_at: string | null
  payment_collection: { id: string } | null
}

type Collection = {
  currency_code: string
  raw_amount: BigNumberInput
  status: string
  cart: { region_id: string | null } | null
  order: {
    region_id: string | null
    status: string
    canceled_at: string | null
  } | null
}

/**
 * What is to be paid for a cart, or for the order that it became. As soon as it
 * has a collection, that is what a session is started for.
 *
 * @throws MedusaError (404) for a cart that there is not
 */
export async function readBillOfCart(
  scope: MedusaContainer,
  id: string
): Promise<Bill> {
  const fields = ["currency_code", "region_id", "completed_at"]
  const cart = await readOne<Cart>(scope, "cart", id, [
    ...fields,
    "payment_collection.id",
  ])
  if (cart.payment_collection) {
    return await readBillOfCollection(scope, cart.payment_collection.id)
  }
  return {
    currency: cart.currency_code.toLowerCase(),
    // One that was completed without a collection had nothing to pay.
    amount: cart.completed_at ? "0.00" : await readTotal(scope, id),
    status: "not_paid",
    covered: "0.00",
    has_cart: true,
    order: null,
    providers: await readProviders(scope, cart.region_id),
  }
}

/** @throws MedusaError (404) for a collection that there is not */
export async function readBillOfCollection(
  scope: MedusaContainer,
  id: string
): Promise<Bill> {
  const stablecoin = scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const { raw_amount, currency_code, status, cart, order } =
    await readOne<Collection>(scope, "payment_collection", id, [
      "raw_amount",
      "currency_code",
      "status",
      "cart.id",
      "cart.region_id",
      "order.region_id",
      "order.status",
      "order.canceled_at",
    ])
  const region = order ? order.region_id : cart?.region_id
  return {
    currency: currency_code.toLowerCase(),
    amount: fromMedusa(raw_amount),
    // Of all its sessions: none is called "".
    covered: await stablecoin.coveredByOthers({
      id: "",
      payment_collection_id: id,
    }),
    status,
    has_cart: cart != null,
    order: order
      ? { canceled: order.status === "canceled" || order.canceled_at != null }
      : null,
    providers: await readProviders(scope, region ?? null),
  }
}

/** Of the cart's own money: it takes Medusa all of its lines to say. */
async function readTotal(scope: MedusaContainer, id: string): Promise<string> {
  const { raw_total } = await readOne<{ raw_total: BigNumberInput }>(
    scope,
    "cart",
    id,
    ["total", "raw_total"]
  )
  return fromMedusa(raw_total)
}

async function readOne<Row>(
  scope: MedusaContainer,
  entity: "cart" | "payment_collection",
  id: string,
  fields: string[]
): Promise<Row> {
  const { data } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity, fields: ["id", ...fields], filters: { id } })
  const [row] = data as unknown as Row[]
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no ${entity.replace("_", " ")} ${id}.`
    )
  }
  return row
}
