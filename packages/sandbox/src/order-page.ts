import { CHAIN_NAMES } from "./catalog"
import type { Transfer } from "./chain/transfer"
import { checkoutPages } from "./checkout-pages"
import { requirePayable } from "./confirmation"
import type { Gateway } from "./gateway"
import { Refusal } from "./http/refusal"
import { renderOrderCheckout, type Told } from "./pages/order"
import { readableAmount } from "./pages/parts"
import type { OrderEntry } from "./records/order"
import {
  confirmTransfer,
  sendFromWallet,
  wrongTransfers,
} from "./wallet-payment"

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
      confirmTransfer(gateway, entry, sent)
    } else if (!["pay", "cancel", "leave"].includes(intent)) {
      return { error: "Choose what to do." }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error
    }
    const [reason = error.message] = Object.values(error.errors ?? {}).flat()
    return {
      error: rejectionText(entry, intent, sent),
      ...(sent && { refused: { sent, reason } }),
    }
  }
  return (entry.status === "paid" ? entry.successUrl : entry.cancelUrl) ?? {}
}

/** Explains to the buyer why nothing was paid or cancelled. */
function rejectionText(
  { status, amount, currency, chain }: OrderEntry,
  intent: string,
  sent: Transfer | undefined
): string {
  if (!sent) {
    return status !== "paid"
      ? "This payment was cancelled before you paid. No coins were sent."
      : intent === "cancel"
        ? "This payment is already paid and can no longer be cancelled. Ask the shop for a refund."
        : "This payment is already paid. No more coins were sent."
  }
  const wrong =
    sent.chain === chain
      ? `${readableAmount(sent.amount)} ${currency} arrived, and this payment takes exactly ${readableAmount(amount)} ${currency}`
      : `your coins were sent on ${CHAIN_NAMES[sent.chain]}, and this payment takes ${CHAIN_NAMES[chain]} only`
  return `Not paid: ${wrong}. Ask the shop about the coins that you sent.`
}
