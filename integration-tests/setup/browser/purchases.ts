import { payOnPage } from "../../../tools/harness/shop/checkout-page"
import { PROVIDERS } from "../../../tools/harness/shop/names"
import { type Cart, Shopper } from "../../../tools/harness/shop/shopper"
import type {
  AdminExceptionsResponse,
  AdminPaymentResponse,
  AdminRefundsResponse,
} from "../../../src/http-types"
import type { Rail } from "../../../src/ledger"
import { waitFor } from "../../../tools/harness/wait-for"
import type { AdminApi } from "./admin-api"
import type { AdminPage } from "./admin-page"
import type { AdminStore } from "./facts"

/** An order that was paid in stablecoins. */
export type Purchase = {
  payment_id: string
  order: { id: string; display_id: number }
}

/** Buys as a buyer does, pays on the gateway's page, and waits for the order. */
export async function buy(
  store: AdminStore,
  api: AdminApi,
  rail: Rail
): Promise<Purchase> {
  const started = await startPayment(store, rail)
  await payOnPage(started.redirect_url)
  return await ordered(api, started.payment_id)
}

/** Waits until a payment's webhook has placed the order. */
export async function ordered(
  api: AdminApi,
  payment_id: string
): Promise<Purchase> {
  const order_id = await waitFor("the order", async () => {
    const { payment } = await api.get<AdminPaymentResponse>(
      `/admin/stablecoin/payments/${payment_id}`
    )
    return payment.order_id
  })
  const { order } = await api.get<{ order: Purchase["order"] }>(
    `/admin/orders/${order_id}?fields=id,display_id`
  )
  return { payment_id, order }
}

/**
 * Starts a payment whose buyer goes to the gateway's page.
 *
 * @param change changes its cart before
 */
export async function startPayment(
  store: AdminStore,
  rail: Rail,
  change?: (cart: Cart) => Promise<void>
): Promise<{ payment_id: string; redirect_url: string }> {
  const shopper = new Shopper(store.url, store.seeded)
  const cart = await shopper.fillCart()
  await change?.(cart)
  const { data } = await shopper.startSession(cart, PROVIDERS[rail], {
    success_url: `${store.url}/shop/thanks?cart=${cart.id}`,
    cancel_url: `${store.url}/shop/cancelled`,
  })
  return {
    payment_id: String(data.payment_id),
    redirect_url: String(data.redirect_url),
  }
}

/**
 * Starts a payment for which the gateway reports a wrong amount.
 *
 * @returns the exception that it opened
 */
export async function payWrongAmount(
  store: AdminStore,
  api: AdminApi
): Promise<{ id: string }> {
  const { payment_id } = await startPayment(store, "hosted")
  await control(store, "trigger", {
    event: "payment.success",
    orderNo: payment_id,
    overrides: { amount: 3 },
  })
  return await exceptionOf(api, payment_id)
}

/**
 * Starts a payment that the gateway no longer finds when it is read.
 *
 * @returns the exception that it opened
 */
export async function startPaymentUnknownAtGateway(
  store: AdminStore,
  api: AdminApi
): Promise<{ id: string }> {
  const { payment_id } = await startPayment(store, "onchain")
  await hideOrders(store)
  await api.post(`/admin/stablecoin/payments/${payment_id}/sync`, {})
  return await exceptionOf(api, payment_id)
}

/** Makes the gateway answer 404 to the next read of an order. */
export async function hideOrders(store: AdminStore): Promise<void> {
  await control(store, "fault", {
    api: "business",
    endpoint: "get",
    kind: "status",
    status: 404,
  })
}

async function exceptionOf(
  api: AdminApi,
  payment_id: string
): Promise<{ id: string }> {
  return await waitFor("the exception", async () => {
    const { exceptions } = await api.get<AdminExceptionsResponse>(
      `/admin/stablecoin/exceptions?payment_id=${payment_id}`
    )
    return exceptions[0]
  })
}

/** Sends a command to the sandbox. */
export async function control(
  store: AdminStore,
  path: string,
  body: unknown
): Promise<void> {
  const response = await fetch(`${store.gateway.urls.control}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) {
    throw new Error(`The gateway refused: ${await response.text()}`)
  }
}

/** Refunds a part of an order in Medusa. */
export async function refundPart(
  api: AdminApi,
  order_id: string,
  amount: number
): Promise<void> {
  const { order } = await api.get<{
    order: { payment_collections: { payments: { id: string }[] }[] }
  }>(`/admin/orders/${order_id}?fields=id,payment_collections.payments.id`)
  const payment = order.payment_collections[0]?.payments[0]
  await api.post(`/admin/payments/${payment?.id}/refund`, { amount })
}

/**
 * Cancels a paid order as the merchant.
 *
 * @returns the refund due for it
 */
export async function cancelOrder(
  api: AdminApi,
  { order, payment_id }: Purchase
): Promise<{ id: string }> {
  await api.post(`/admin/orders/${order.id}/cancel`, {})
  return await waitFor("the refund due", async () => {
    const { refunds } = await api.get<AdminRefundsResponse>(
      `/admin/stablecoin/refunds?payment_id=${payment_id}`
    )
    return refunds[0]
  })
}

/**
 * Pays a hosted payment in a browser, and loses the gateway's webhook.
 *
 * @returns id of the payment, whose buyer has returned
 */
export async function payWithoutReport({
  page,
  store,
}: AdminPage): Promise<string> {
  await control(store, "fault", {
    kind: "drop",
    event: "payment.success",
  })
  const { payment_id, redirect_url } = await startPayment(store, "hosted")
  const buyer = await page.context().newPage()
  await buyer.goto(redirect_url)
  await buyer.getByRole("button", { name: /^Pay / }).click()
  await buyer.waitForURL(/\/shop\/thanks/)
  await buyer.close()
  return payment_id
}
