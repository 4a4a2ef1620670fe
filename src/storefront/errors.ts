import type { StorePayment } from "../http-types/store.ts"

/** The store refused a request, or could not be reached. */
export class StablecoinStoreError extends Error {
  override readonly name = "StablecoinStoreError"
  /** The HTTP status; absent when there was no answer that could be read. */
  readonly status?: number
  /** Method and path, such as `POST /store/payment-collections`. */
  readonly request: string

  constructor(
    message: string,
    {
      status,
      request,
      cause,
    }: { status?: number; request: string; cause?: unknown }
  ) {
    super(message, { cause })
    this.status = status
    this.request = request
  }
}

/** The payment was cancelled: nobody can pay it any more. Start a new one. */
export class PaymentEndedError extends Error {
  override readonly name = "PaymentEndedError"
  readonly payment: StorePayment

  constructor(payment: StorePayment) {
    super(
      `Payment session ${payment.session_id} is ${payment.status}, and was not paid: start a new payment.`
    )
    this.payment = payment
  }
}
