import { payOnPage } from "../../tools/harness/shop/checkout-page.ts"
import { answeredWebhook } from "../../tools/harness/gateway/answered-webhook.ts"
import { Merchant } from "../../tools/harness/shop/merchant.ts"
import type { Offer } from "../../tools/harness/store/seed.ts"
import { Shopper } from "../../tools/harness/shop/shopper.ts"
import type { StartedPayment } from "../../packages/storefront/src/types.ts"
import type {
  AdminPaymentsResponse,
  StorePayment,
} from "../../src/http-types/index.ts"
import type { Rail } from "../../src/ledger/rails.ts"
import type { Shell } from "./shell.mts"

export type Bought = {
  /** The order that the webhook placed. */
  order_id: string
  /** The id in the plugin's ledger. */
  payment_id: string
}

/** The last state that the client has read, and the order. */
type Ordered = { payment: StorePayment; order: { id: string } }

/**
 * Buys with the package's client in a storefront, pays on the gateway's page,
 * and checks as a merchant: the client received the order, the webhook was
 * answered, the order is placed and captured.
 *
 * @throws Error that names the difference
 */
export async function buy(
  rail: Rail,
  at: {
    storeUrl: string
    seeded: Offer
    /** The control URL of the sandbox. */
    controlUrl: string
    /** The URL of the storefront. */
    storefrontUrl: string
    /** The storefront's project. */
    storefront: Shell
  }
): Promise<Bought> {
  const cart = await new Shopper(at.storeUrl, at.seeded).fillCart()
  /** Runs in-storefront/buy.mjs. */
  const checkout = async <T,>(input: object): Promise<T> => {
    const publishableKey = at.seeded.publishable_key
    const given = { baseUrl: at.storeUrl, publishableKey, ...input }
    const shell = at.storefront.with({ CHECKOUT: JSON.stringify(given) })
    return await shell.runForJson<T>('node buy.mjs "$CHECKOUT"')
  }
  const { session_id, redirect_url } = await checkout<StartedPayment>({
    cart_id: cart.id,
    rail,
    success_url: `${at.storefrontUrl}/thanks?session={session_id}`,
  })
  const { stops, status } = await payOnPage(redirect_url)
  const thanks = `${at.storefrontUrl}/thanks?session=${session_id}`
  if (stops.at(-1) !== thanks || status !== 200) {
    throw new Error(`The buyer returned by ${stops.join(" → ")}, ${status}.`)
  }
  const payment_id = await paymentOf(session_id, at.storeUrl)
  await answeredWebhook(at.controlUrl, payment_id)
  const shown = await checkout<Ordered>({ session_id })
  if (
    shown.payment.status !== "paid" ||
    !shown.payment.final ||
    shown.payment.order_id !== shown.order.id
  ) {
    throw new Error(`The last state is ${JSON.stringify(shown)}.`)
  }

  const merchant = new Merchant({ url: at.storeUrl })
  const order = await merchant.paidOrder(cart.payment_collection_id)
  if (order.captured !== cart.total) {
    throw new Error(`${order.captured} was captured of ${cart.total}.`)
  }
  if (order.id !== shown.order.id) {
    throw new Error(
      `The buyer is shown ${shown.order.id}, and paid for ${order.id}.`
    )
  }
  return { order_id: order.id, payment_id }
}

/** The payment's id, from the merchant's list of payments. */
async function paymentOf(
  session_id: string,
  storeUrl: string
): Promise<string> {
  const api = new Merchant({ url: storeUrl })
  const { payments } = await api.get<AdminPaymentsResponse>(
    "/admin/stablecoin/payments"
  )
  const payment = payments.find((each) => each.session_id === session_id)
  if (!payment) {
    throw new Error(`The merchant is not shown the payment of ${session_id}.`)
  }
  return payment.id
}
