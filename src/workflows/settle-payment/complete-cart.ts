import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  getVariantAvailability,
} from "@medusajs/framework/utils"
import type { CartRefusal } from "../../ledger"
import { messageOf } from "../../shared/message-of"

/** The fields of a cart that its stock depends on. */
type Cart = {
  sales_channel_id: string | null
  items: {
    product_title: string
    variant_title: string | null
    variant_id: string
    quantity: number
    variant: { manage_inventory: boolean; allow_backorder: boolean } | null
  }[]
}

/** Thrown when Medusa can't complete the cart of a paid payment. */
export class CartRefused extends Error {
  override name = "CartRefused"

  constructor(
    readonly refusal: CartRefusal,
    message: string
  ) {
    super(message)
  }
}

/** Step of Medusa's that fails once a promotion of the cart is used up. */
const USES_PROMOTIONS = "register-usage"

/**
 * Completes a cart, and checks its stock first: a completion that fails uses up an
 * order number.
 *
 * @throws CartRefused if Medusa can't complete it, however often it is tried
 */
export async function completeCart(
  container: MedusaContainer,
  cartId: string
): Promise<void> {
  const missing = await listSoldOut(container, cartId)
  if (missing.length) {
    throw new CartRefused("sold_out", missing.join("; "))
  }
  const { errors } = await completeCartWorkflow(container).run({
    input: { id: cartId },
    throwOnError: false,
  })
  const [failed] = errors
  if (failed) {
    throw failed.action === USES_PROMOTIONS
      ? new CartRefused("promotion_used_up", messageOf(failed.error))
      : failed.error
  }
}

/** Lists the titles of a cart's items of which there are not enough in stock. */
export async function listSoldOut(
  container: MedusaContainer,
  cartId: string
): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "sales_channel_id",
      "items.product_title",
      "items.variant_title",
      "items.variant_id",
      "items.quantity",
      "items.variant.manage_inventory",
      "items.variant.allow_backorder",
    ],
    filters: { id: cartId },
  })
  const [cart] = data as unknown as Cart[]
  const managed = (cart?.items ?? []).filter(
    ({ variant }) => variant?.manage_inventory && !variant.allow_backorder
  )
  const stock = await getVariantAvailability(query, {
    variant_ids: managed.map(({ variant_id }) => variant_id),
    sales_channel_id: cart?.sales_channel_id ?? "",
  })
  const missing = managed.filter(({ variant_id }) => {
    const asked = managed
      .filter((each) => each.variant_id === variant_id)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    // Medusa reports null for a variant without an inventory item.
    const available: number | null = stock[variant_id]?.availability ?? null
    return available !== null && available < asked
  })
  const titles = missing.map(({ product_title, variant_title }) =>
    [product_title, variant_title].filter(Boolean).join(", ")
  )
  return [...new Set(titles)]
}
