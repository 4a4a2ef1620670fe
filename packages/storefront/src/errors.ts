import type { StorePayment } from "./http-types.ts"

/** The store rejected a request, or could not be reached. */
export class StablecoinStoreError extends Error {
  override readonly name = "StablecoinStoreError"
  /** The HTTP status. Absent when there was no readable response. */
  readonly status?: number
  /** Method and path, such as `POST /store/payment-collections`. */
  readonly request: string
  /**
   * How long to wait before a retry, in milliseconds. Absent when the store
   * does not ask for a wait, or when the JS SDK hides it.
   */
  readonly retryAfterMs?: number

  constructor(
    message: string,
    about: Omit<StablecoinStoreError, "name" | "message">
  ) {
    super(message, { cause: about.cause })
    this.status = about.status
    this.request = about.request
    this.retryAfterMs = about.retryAfterMs
  }
}

/**
 * Nothing is left to pay: the payment was cancelled, or its order was
 * (`payment.order_canceled`).
 */
export class PaymentEndedError extends Error {
  override readonly name = "PaymentEndedError"
  readonly payment: StorePayment

  constructor(payment: StorePayment) {
    const { session_id, status, order_canceled } = payment
    const cause = order_canceled ? "its order was cancelled" : "was not paid"
    super(
      `Payment session ${session_id} is ${status}, and ${cause}: ${
        status === "paid"
          ? "the money will be returned, and the store is notified"
          : "start again"
      }.`
    )
    this.payment = payment
  }
}
