import type { StreamedPayment } from "../../../src/modules/stablecoin/repository/medusa/streamed-payments"

/** A pending payment of the session `payses_1`. */
export function streamedPayment(): StreamedPayment {
  return {
    payment: {
      id: "stpay_1",
      session_id: "payses_1",
      payment_collection_id: "pay_col_1",
      status: "pending",
      rail: "onchain",
      amount: "12.50",
      currency: "USDT",
      chain: "POLYGON",
      mode: "test",
      tx_hash: null,
      checkout_flow: "pay_first",
      cart_id: "cart_1",
      order_id: null,
      cart_amount: "12.50",
      cart_currency: "usd",
      redirect_url: "https://pay.example",
      returned_result: null,
      expires_at: new Date("2100-01-01"),
      created_at: new Date("2026-01-01"),
    },
    around: {
      siblings: [],
      order: null,
      medusa: {
        session: { id: "payses_1" },
        competing_sessions: [],
        payment: null,
        cart_id: "cart_1",
        collection: null,
      },
      exceptions: [],
      refunds: [],
    },
  }
}
