import type { Context } from "hono"
import type { OrderEntry } from "./books/order"
import { orderAppUrl } from "./books/order-wire"
import { CHAIN_NAMES } from "./catalog"
import {
  formFields,
  pages,
  sendPage,
  sendUnknownCheckout,
} from "./checkout-pages"
import type { Gateway } from "./gateway"
import type { ApiEnv } from "./http/recorder"
import { Refusal } from "./http/refusal"
import { renderOrderCheckout } from "./pages"
import { confirmTransfer, sendFromWallet } from "./wallet-payment"

/** The page behind `checkout_url`: pay from the built-in wallet, cancel or leave. */
export function orderPage(gateway: Gateway) {
  const show = (c: Context<ApiEnv>) => {
    const entry = entryOf(gateway, c)
    return entry ? answer(gateway, c, entry) : sendUnknownCheckout(c)
  }

  const act = async (c: Context<ApiEnv>) => {
    const entry = entryOf(gateway, c)
    if (!entry) {
      return sendUnknownCheckout(c)
    }
    const intent = formFields(c).get("intent")
    try {
      if (intent === "pay" && entry.status !== "paid") {
        await confirmTransfer(
          gateway,
          entry,
          await sendFromWallet(gateway, entry)
        )
      } else if (intent === "cancel" && entry.status !== "cancelled") {
        gateway.cancelOrder(entry)
      } else if (!["pay", "cancel", "leave"].includes(intent ?? "")) {
        return await answer(gateway, c, entry, "Choose what to do.")
      }
    } catch (error) {
      if (error instanceof Refusal) {
        return await answer(gateway, c, entry, reasonOf(error))
      }
      throw error
    }
    const next = entry.status === "paid" ? entry.successUrl : entry.cancelUrl
    return next ? c.redirect(next, 303) : answer(gateway, c, entry)
  }

  return pages(["/checkout/:token"], show, act)
}

function entryOf(gateway: Gateway, c: Context<ApiEnv>): OrderEntry | undefined {
  return gateway.state.orders.ofToken(c.req.param("token") ?? "")
}

function reasonOf(refusal: Refusal): string {
  return Object.values(refusal.errors ?? {}).flat()[0] ?? refusal.message
}

async function answer(
  gateway: Gateway,
  c: Context<ApiEnv>,
  entry: OrderEntry,
  error?: string
) {
  const { wallet, accounts } = gateway.state
  const { amount, currency, chain, status, successUrl, cancelUrl } = entry
  const html = renderOrderCheckout({
    mode: entry.mode,
    merchant: accounts.byId(entry.accountId).name,
    description: entry.description,
    orderNo: entry.orderNo,
    amount,
    currency,
    chain,
    chainName: CHAIN_NAMES[chain],
    destinationAddress: entry.destinationAddress,
    status,
    appUrl: orderAppUrl(entry),
    wallet: {
      address: wallet.address,
      balance: await wallet.balanceFor({ chain, currency, amount }),
    },
    action: c.req.path,
    successUrl,
    cancelUrl,
    ...(entry.payment && { txHash: entry.payment.txHash }),
    ...(error && { error }),
  })
  const code = !error ? 200 : status === "pending" ? 422 : 409
  return sendPage(c, html, code, [successUrl, cancelUrl])
}
