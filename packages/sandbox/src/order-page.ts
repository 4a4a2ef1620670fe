import type { Transfer } from "./chain/transfer"
import { checkoutPages } from "./checkout-pages"
import { requirePayable } from "./confirmation"
import type { Gateway } from "./gateway"
import { Refusal } from "./http/refusal"
import { renderOrderCheckout, type Told } from "./pages/order"
import type { OrderEntry } from "./records/order"
import { sendFromWallet, wrongTransfers } from "./wallet-payment"

/** The page behind `checkout_url`: pay from the built-in wallet, cancel or leave. */
export function orderPage(gateway: Gateway) {
  return checkoutPages<OrderEntry, Told>({
    paths: ["/checkout/:token"],
    find: (token) => gateway.state.orders.ofToken(token),
    act: (entry, form) => act(gateway, entry, form.get("intent") ?? ""),
    render: (entry, told) => {
      const { accounts, wallet } = gateway.state
      const merchant = accounts.byId(entry.accountId).name
      return renderOrderCheckout(entry, { ...told, merchant, wallet })
    },
  })
}

function act(
  gateway: Gateway,
  entry: OrderEntry,
  intent: string
): string | Told {
  const wrong = new Map(Object.entries(wrongTransfers(entry))).get(intent)
  let sent: Transfer | undefined
  try {
    if (intent === "cancel" && entry.status !== "cancelled") {
      gateway.cancelOrder(entry)
    } else if (intent === "pay_unconfirmed") {
      requirePayable(entry)
      sendFromWallet(gateway, entry)
    } else if (wrong ?? (intent === "pay" && entry.status !== "paid")) {
      requirePayable(entry)
      sent = sendFromWallet(gateway, entry, wrong)
      gateway.confirmOrder(entry, sent)
    } else if (!["pay", "cancel", "leave"].includes(intent)) {
      return { error: "Choose what to do." }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error
    }
    const { reason } = error
    const help = "Ask the shop about the coins that you sent."
    return sent
      ? { error: `Not paid: ${reason} ${help}`, sent }
      : { error: `${reason} No coins were sent.` }
  }
  return (entry.status === "paid" ? entry.successUrl : entry.cancelUrl) ?? {}
}
