import type { OrderEntry } from "./records/order"
import { orderAppUrl } from "./records/order-wire"
import { CHAIN_NAMES } from "./catalog"
import type { Transfer } from "./chain/transfer"
import { checkoutPages } from "./checkout-pages"
import { requirePayable } from "./confirmation"
import type { Gateway } from "./gateway"
import { Refusal } from "./http/refusal"
import { renderOrderCheckout } from "./pages"
import { readableAmount } from "./pages/parts"
import {
  confirmTransfer,
  sendFromWallet,
  wrongTransfers,
} from "./wallet-payment"

/** The result of the last attempt, for the buyer and for the developer. */
type Told = {
  checkedAt?: Date
  error?: string
  refused?: { sent: Transfer; reason: string }
}

/** The page behind `checkout_url`: pay from the built-in wallet, cancel or leave. */
export function orderPage(gateway: Gateway) {
  return checkoutPages<OrderEntry, Told>({
    paths: ["/checkout/:token"],
    find: (token) => gateway.state.orders.ofToken(token),
    act: (entry, form) => act(gateway, entry, form.get("intent") ?? ""),
    told: ({ check }) => (check === undefined ? {} : { checkedAt: new Date() }),
    render: (entry, action, told) => render(gateway, entry, action, told),
  })
}

function act(
  gateway: Gateway,
  entry: OrderEntry,
  intent: string
): string | Told {
  let sent: Transfer | undefined
  try {
    if (intent === "cancel" && entry.status !== "cancelled") {
      gateway.cancelOrder(entry)
    } else if (intent === "pay_unconfirmed") {
      requirePayable(entry)
      sendFromWallet(gateway, entry)
    } else if (intent === "pay" ? entry.status !== "paid" : isWrong(intent)) {
      const wrong = isWrong(intent) ? wrongTransfers(entry)[intent] : {}
      requirePayable(entry)
      sent = sendFromWallet(gateway, entry, wrong)
      confirmTransfer(gateway, entry, sent)
    } else if (!["pay", "cancel", "leave"].includes(intent)) {
      return { error: "Choose what to do." }
    }
  } catch (error) {
    if (error instanceof Refusal) {
      const refused = sent && { sent, reason: reasonOf(error) }
      return {
        error: rejectionText(entry, intent, sent),
        ...(refused && { refused }),
      }
    }
    throw error
  }
  return (entry.status === "paid" ? entry.successUrl : entry.cancelUrl) ?? {}
}

const WRONG = ["pay_less", "pay_more", "pay_elsewhere"] as const

function isWrong(intent: string): intent is (typeof WRONG)[number] {
  return WRONG.some((wrong) => wrong === intent)
}

function reasonOf(refusal: Refusal): string {
  return Object.values(refusal.errors ?? {}).flat()[0] ?? refusal.message
}

/** Explains to the buyer why nothing was paid or cancelled. */
function rejectionText(
  { status, amount, currency, chain }: OrderEntry,
  intent: string,
  sent: Transfer | undefined
): string {
  if (!sent) {
    return status === "paid"
      ? intent === "cancel"
        ? "This payment is already paid and can no longer be cancelled. Ask the shop for a refund."
        : "This payment is already paid. No more coins were sent."
      : "This payment was cancelled before you paid. No coins were sent."
  }
  const hint = "Ask the shop about the coins that you sent."
  if (status !== "pending") {
    return `This payment ended while your coins were on the way, so they do not count for it. ${hint}`
  }
  const wrong =
    sent.chain === chain
      ? `${readableAmount(sent.amount)} ${currency} arrived, and this payment takes exactly ${readableAmount(amount)} ${currency}`
      : `your coins were sent on ${CHAIN_NAMES[sent.chain]}, and this payment takes ${CHAIN_NAMES[chain]} only`
  return `Not paid: ${wrong}. ${hint}`
}

function render(
  gateway: Gateway,
  entry: OrderEntry,
  action: string,
  { refused, ...told }: Told
): string {
  const { wallet, accounts } = gateway.state
  const { currency, chain } = entry
  const wrong = wrongTransfers(entry)
  return renderOrderCheckout({
    ...entry,
    ...told,
    merchant: accounts.byId(entry.accountId).name,
    chainName: CHAIN_NAMES[chain],
    appUrl: orderAppUrl(entry),
    wallet,
    wrong: {
      less: wrong.pay_less.amount,
      more: wrong.pay_more.amount,
      elsewhere: CHAIN_NAMES[wrong.pay_elsewhere.chain],
    },
    action,
    ...(entry.payment && { txHash: entry.payment.txHash }),
    ...(refused && {
      refused: {
        sent: `${readableAmount(refused.sent.amount)} ${currency} on ${CHAIN_NAMES[refused.sent.chain]}`,
        txHash: refused.sent.txHash,
        reason: refused.reason,
      },
    }),
  })
}
