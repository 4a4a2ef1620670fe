import type Medusa from "@medusajs/js-sdk"
import type { Cart } from "../shop.ts"
import type { Texts } from "../texts/en.ts"

/** The buyer and the delivery address. */
export type Delivery = {
  email: string
  first_name: string
  last_name: string
  address_1: string
  postal_code: string
  city: string
}

/** Filled in already, so that the demo needs no typing. */
export const DEMO_DELIVERY: Delivery = {
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Buyer",
  address_1: "1 Main St",
  postal_code: "12345",
  city: "Springfield",
}

/** @returns null while the cart has no address */
export function deliveryOf({ email, shipping_address }: Cart): Delivery | null {
  if (!email || !shipping_address?.address_1) {
    return null
  }
  const { first_name, last_name, address_1, postal_code, city } =
    shipping_address
  return {
    email,
    first_name: first_name ?? "",
    last_name: last_name ?? "",
    address_1,
    postal_code: postal_code ?? "",
    city: city ?? "",
  }
}

/** Saves the address in the cart. The country is that of the cart's region. */
export async function saveDelivery(
  { store }: Medusa,
  cart: Cart,
  { email, ...address }: Delivery
): Promise<{ cart: Cart }> {
  const country_code = cart.region?.countries?.[0]?.iso_2
  return await store.cart.update(cart.id, {
    email,
    shipping_address: { ...address, country_code },
  })
}

/** Adds the address and shipping method that the cart lacks before payment. */
export async function makeReady(
  sdk: Medusa,
  cart: Cart,
  texts: Texts
): Promise<{ cart: Cart }> {
  let ready = { cart }
  if (!deliveryOf(cart)) {
    ready = await saveDelivery(sdk, cart, DEMO_DELIVERY)
  }
  if (!ready.cart.shipping_methods?.length) {
    const { shipping_options } = await sdk.store.fulfillment.listCartOptions({
      cart_id: cart.id,
    })
    const [first] = shipping_options
    if (!first) {
      throw new Error(texts.noShipping)
    }
    ready = await sdk.store.cart.addShippingMethod(cart.id, {
      option_id: first.id,
    })
  }
  return ready
}

export function isReady(cart: Cart): boolean {
  return deliveryOf(cart) !== null && Boolean(cart.shipping_methods?.length)
}
