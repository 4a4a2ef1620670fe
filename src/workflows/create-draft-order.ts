import type { CreateOrderDTO, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  OrderStatus,
} from "@medusajs/framework/utils"
import { createOrderWorkflow } from "@medusajs/medusa/core-flows"
import { RefusedError } from "../exceptions/refused-error"
import { isOrderedManually } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { withCollectionLock } from "./collection-lock"
import { mustFindPayment } from "./admin-errors"
import { oneStepWorkflow } from "./one-step-workflow"

type CreateDraftOrderInput = { exception_id: string }

/**
 * Creates a draft order of Medusa from the cart of an exception's payment, once
 * however often it runs. Not compensated: the same request finds it.
 *
 * @returns the order's id
 * @throws MedusaError (409) where the plugin may still place the cart's order
 */
export const createDraftOrderWorkflow = oneStepWorkflow(
  "create-stablecoin-draft-order",
  async (container, { exception_id }: CreateDraftOrderInput) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const [exception] = await stablecoin.listStablecoinExceptions(
      { id: exception_id },
      { select: ["kind", "reason", "status", "payment_id"], take: 1 }
    )
    if (!exception?.payment_id) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        `There is no exception ${exception_id} of a payment.`
      )
    }
    const payment = await mustFindPayment(container, exception.payment_id)
    return await withCollectionLock(container, payment, async () => {
      const id = await stablecoin.repository.payments.nameDraftOrder(payment.id)
      if (await exists(container, id)) {
        return id
      }
      const state = await stablecoin.medusa.readState(payment.id)
      if (
        exception.status !== "open" ||
        !isOrderedManually(exception, payment) ||
        !payment.cart_id ||
        state?.medusa.order ||
        state?.medusa.manual_order
      ) {
        throw new RefusedError("no_draft_order")
      }
      try {
        await createFromCart(container, payment.cart_id, id)
      } catch (error) {
        // A process that shares no lock with this one may have created it.
        if (!(await exists(container, id))) {
          throw error
        }
      }
      return id
    })
  }
)

async function exists(
  container: MedusaContainer,
  id: string
): Promise<boolean> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id"], filters: { id } })
  return data.length > 0
}

/** Fields that an order has in common with the cart, and with its parts. */
const ADDRESS =
  "customer_id company first_name last_name address_1 address_2 city country_code province postal_code phone metadata".split(
    " "
  )
const ITEM =
  "title subtitle thumbnail quantity variant_id variant_sku variant_title variant_option_values product_id product_title product_handle requires_shipping is_discountable is_tax_inclusive compare_at_unit_price unit_price metadata".split(
    " "
  )
const SHIPPING =
  "name amount is_tax_inclusive shipping_option_id data metadata".split(" ")
const CART =
  "region_id customer_id sales_channel_id email currency_code locale metadata".split(
    " "
  )

type Fields = Record<string, unknown>
type Cart = Fields & {
  items: Fields[]
  shipping_methods: Fields[]
  shipping_address: Fields | null
  billing_address: Fields | null
  promotions: { code: string }[]
}

/** @throws MedusaError when the cart does not exist, and what Medusa throws */
async function createFromCart(
  container: MedusaContainer,
  cart_id: string,
  id: string
): Promise<void> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph(
      {
        entity: "cart",
        fields: [
          ...CART,
          "items.*",
          "shipping_methods.*",
          "shipping_address.*",
          "billing_address.*",
          "promotions.code",
        ],
        filters: { id: cart_id },
      },
      { throwIfKeyNotFound: true }
    )
  const cart = data[0] as unknown as Cart
  await createOrderWorkflow(container).run({
    input: {
      ...pick(cart, CART),
      id,
      status: OrderStatus.DRAFT,
      is_draft_order: true,
      no_notification: true,
      items: cart.items.map((item) => pick(item, ITEM)),
      shipping_methods: cart.shipping_methods.map((method) =>
        pick(method, SHIPPING)
      ),
      shipping_address: pick(cart.shipping_address, ADDRESS),
      billing_address: pick(cart.billing_address, ADDRESS),
      promo_codes: cart.promotions.map(({ code }) => code),
    } as unknown as CreateOrderDTO & { additional_data?: Fields },
  })
}

function pick(from: Fields | null, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) =>
      from?.[name] === undefined || from[name] === null
        ? []
        : [[name, from[name]]]
    )
  )
}
