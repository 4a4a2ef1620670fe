import {
  renderHostedCheckout,
  renderOrderCheckout,
  renderProblem,
  type HostedCheckoutPage,
  type OrderCheckoutPage,
} from ".."

export const hosted: HostedCheckoutPage = {
  mode: "sandbox",
  merchant: "Aurora Coffee",
  itemName: "Ethiopia Guji",
  orderNo: "stpay_1",
  amount: "42.50",
  currency: "USDT",
  status: "pending",
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
  action: "/merchant/checkout/sandbox/token",
  successUrl: "https://shop.example/ok?order=1&paid=1",
  cancelUrl: "https://shop.example/cancelled",
}

export const order: OrderCheckoutPage = {
  mode: "test",
  merchant: "Aurora Coffee",
  description: "Ethiopia Guji",
  orderNo: "stpay_1",
  amount: "1250.00",
  currency: "USDC",
  chain: "POLYGON",
  chainName: "Polygon",
  destinationAddress: "0x7a3f9c21d4e58b60a1c2f3e4d5b6a79880c1d2e3",
  status: "pending",
  appUrl: "stablepay://business/checkout/9f2c7e1ab84d4c0f",
  wallet: "0x51b4e0c9a7d83f26e5d4c3b2a190817263544536",
  wrong: { less: "1125.00", more: "1375.00", elsewhere: "Ethereum" },
  action: "/checkout/token",
  successUrl: "https://shop.example/ok",
  cancelUrl: "https://shop.example/cancelled",
}

export const TX_HASH = `0x${"4be29a07c1d3f586".repeat(4)}`

/** Every page in every state that a buyer can see. */
export const pages: [name: string, html: string][] = [
  ["hosted, pending", renderHostedCheckout(hosted)],
  ["hosted, refused", renderHostedCheckout({ ...hosted, error: "No." })],
  ["hosted, no methods", renderHostedCheckout({ ...hosted, methods: [] })],
  ["hosted, success", renderHostedCheckout({ ...hosted, status: "success" })],
  ["hosted, failed", renderHostedCheckout({ ...hosted, status: "failed" })],
  ["order, pending", renderOrderCheckout(order)],
  ["order, checked", renderOrderCheckout({ ...order, checkedAt: new Date() })],
  ["order, refused", renderOrderCheckout({ ...order, error: "No." })],
  [
    "order, wrong transfer",
    renderOrderCheckout({
      ...order,
      error: "No.",
      refused: { sent: "1.00 USDC", txHash: TX_HASH, reason: "Too little." },
    }),
  ],
  [
    "order, paid",
    renderOrderCheckout({ ...order, status: "paid", txHash: TX_HASH }),
  ],
  ["order, cancelled", renderOrderCheckout({ ...order, status: "cancelled" })],
  [
    "problem",
    renderProblem({ status: 404, title: "Not here", text: "Go back." }),
  ],
]
