import { renderHostedCheckout } from "../../hosted-page"
import type { OrderEntry } from "../../records/order"
import type { TransactionEntry } from "../../records/transaction"
import { renderProblem } from "../layout"
import { renderOrderCheckout } from "../order"

const common = {
  accountId: "account",
  merchant: "Aurora Coffee",
  orderNo: "stpay_1",
  status: "pending",
  checkoutToken: "9f2c7e1ab84d4c0f",
  webhookUrl: null,
  metadata: null,
  createdAt: "2026-11-23T12:00:00.000+00:00",
} as const

type Sample<E, F extends (entry: E, shown: never) => string> = E &
  Parameters<F>[1]

export const hosted: Sample<TransactionEntry, typeof renderHostedCheckout> = {
  ...common,
  transactionId: "transaction",
  mode: "sandbox",
  token: "token",
  grantId: 1,
  itemName: "Ethiopia Guji",
  amount: "42.50",
  currency: "USDT",
  methods: [
    {
      key: "balance",
      display_name: "Account balance",
      behavior: "custodial",
      is_default: false,
    },
    {
      key: "wallet",
      display_name: "Crypto wallet",
      behavior: "external_wallet",
      is_default: true,
    },
  ],
  paymentMethod: null,
  successUrl: "https://shop.example/ok?order=1&paid=1",
  cancelUrl: "https://shop.example/cancelled",
}

export const order: Sample<OrderEntry, typeof renderOrderCheckout> = {
  ...common,
  orderId: "order",
  mode: "test",
  description: "Ethiopia Guji",
  amount: "1250.00",
  currency: "USDC",
  chain: "POLYGON",
  destinationAddress: "0x7a3f9c21d4e58b60a1c2f3e4d5b6a79880c1d2e3",
  wallet: "0x51b4e0c9a7d83f26e5d4c3b2a190817263544536",
  successUrl: "https://shop.example/ok",
  cancelUrl: "https://shop.example/cancelled",
  paidAt: null,
  cancelledAt: null,
  payment: null,
}

export const TX_HASH = `0x${"4be29a07c1d3f586".repeat(4)}`

export const sent: NonNullable<(typeof order)["sent"]> = {
  txHash: TX_HASH,
  chain: "POLYGON",
  currency: "USDC",
  from: order.wallet,
  to: order.destinationAddress,
  amount: "1125.00",
  status: "success",
  block: 1,
  logIndex: 0,
}

export const paid = {
  status: "paid",
  payment: {
    reference: "PAY-1",
    netAmount: "1237.50",
    chain: "POLYGON",
    txHash: TX_HASH,
  },
} as const

export const hostedPage = (changes: Partial<typeof hosted> = {}): string => {
  const page = { ...hosted, ...changes }
  return renderHostedCheckout(page, page)
}

export const orderPage = (changes: Partial<typeof order> = {}): string => {
  const page = { ...order, ...changes }
  return renderOrderCheckout(page, page)
}

const NO_RETURN = { successUrl: null, cancelUrl: null }

/** Pages in the states that a buyer can see. */
export const PAGES = {
  "hosted, pending": hostedPage(),
  "hosted, live": hostedPage({ mode: "live" }),
  "hosted, refused": hostedPage({ error: "No." }),
  "hosted, no methods": hostedPage({ methods: [] }),
  "hosted, success": hostedPage({ status: "success" }),
  "hosted, failed": hostedPage({ status: "failed" }),
  "order, pending": orderPage(),
  "order, refused": orderPage({ error: "No." }),
  "order, wrong transfer": orderPage({ error: "No.", sent }),
  "order, paid": orderPage(paid),
  "order, no return": orderPage({ status: "paid", ...NO_RETURN }),
  "order, cancelled": orderPage({ status: "cancelled" }),
  problem: renderProblem({ status: 404, title: "Not here", text: "Go back." }),
}
export type PageName = keyof typeof PAGES

export const pages = Object.entries(PAGES)
