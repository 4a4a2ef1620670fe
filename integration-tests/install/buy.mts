import { deepEqual } from "node:assert/strict"
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
    offer: Offer
    /** Amount and coin that the payment asks for. */
    asked: string
    /** The control URL of the sandbox. */
    controlUrl: string
    /** The URL of the storefront. */
    storefrontUrl: string
    /** The storefront's project. */
    storefront: Shell
  }
): Promise<Bought> {
  const cart = await new Shopper(at.storeUrl, at.offer).fillCart()
  /** Runs in-storefront/buy.mjs. */
  const checkout = async <T,>(input: object): Promise<T> => {
    const publishableKey = at.offer.publishable_key
    const given = { baseUrl: at.storeUrl, publishableKey, ...input }
    const shell = at.storefront.with({ CHECKOUT: JSON.stringify(given) })
    return await shell.runForJson<T>('node buy.mjs "$CHECKOUT"')
  }
  const thanks = `${at.storefrontUrl}/thanks?session=`
  const { session_id, redirect_url, ...due } = await checkout<StartedPayment>({
    cart_id: cart.id,
    rail,
    success_url: `${thanks}{session_id}`,
  })
  const { stops, status } = await payOnPage(redirect_url)
  const merchant = new Merchant({ url: at.storeUrl })
  const { payments } = await merchant.get<AdminPaymentsResponse>(
    `/admin/stablecoin/payments?q=${session_id}`
  )
  const payment_id = payments[0]!.id
  await answeredWebhook(at.controlUrl, payment_id)
  const shown = await checkout<Ordered>({ session_id })
  const order = await merchant.paidOrder(cart.payment_collection_id)
  deepEqual(
    {
      asked: `${due.amount} ${due.currency}`,
      returned: [stops.at(-1), status],
      state: [shown.payment.status, shown.payment.final],
      orders: [shown.payment.order_id, shown.order.id],
      captured: `${order.captured} ${order.currency_code}`,
    },
    {
      asked: at.asked,
      returned: [`${thanks}${session_id}`, 200],
      state: ["paid", true],
      orders: [order.id, order.id],
      captured: `${cart.total} ${cart.currency_code}`,
    }
  )
  return { order_id: order.id, payment_id }
}
