import { setTimeout as wait } from "node:timers/promises"
import type { Sandbox } from "../../../packages/sandbox/src"
import type { Rail } from "../../../src/ledger"
import type { OpenPayment } from "./open-payments"

/** Numbers that the gateway sends per second. */
export type LoadRates = {
  /** All webhooks. */
  webhooks: number
  /** Those that report money, each of another payment. */
  orders: number
}

/** Payments that stay open: the other webhooks are about them. */
export const NEVER_PAID = 4

const TURN_MS = 10

const CREATED: Record<Rail, string> = {
  hosted: "transaction.created",
  onchain: "payment_order.created",
}

/**
 * Lets the gateway send webhooks at a fixed rate, however late the answers are.
 * Buyers pay at a fixed rate, and all other webhooks are events of open
 * payments, each with a body of its own.
 */
export class SteadyLoad {
  readonly #ending = new AbortController()
  readonly #unpaid: readonly OpenPayment[]
  readonly #toPay: OpenPayment[]
  #running: Promise<void> | undefined
  #paid = 0

  constructor(
    private readonly sandbox: Sandbox,
    payments: readonly OpenPayment[],
    private readonly rates: LoadRates
  ) {
    this.#unpaid = payments.slice(0, NEVER_PAID)
    this.#toPay = payments.slice(NEVER_PAID)
  }

  get paid(): number {
    return this.#paid
  }

  start(): void {
    this.#running = this.#run()
    // `end` reports the error.
    this.#running.catch(() => {})
  }

  /** Ends the load. Its webhooks may still be in flight. */
  async end(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const began = performance.now()
    let others = 0
    while (!this.#ending.signal.aborted) {
      const seconds = (performance.now() - began) / 1000
      while (this.#paid < seconds * this.rates.orders) {
        await this.#pay()
      }
      const { webhooks, orders } = this.rates
      while (others < seconds * (webhooks - orders)) {
        this.#announce(others++)
      }
      await wait(TURN_MS)
    }
  }

  async #pay(): Promise<void> {
    const payment = this.#toPay.shift()
    if (!payment) {
      throw new Error("All payments are paid. Use shorter phases.")
    }
    this.#paid++
    await this.sandbox.pay({ orderNo: payment.id })
  }

  #announce(number: number): void {
    const payment = this.#unpaid[number % this.#unpaid.length]
    if (payment) {
      const { rail, id } = payment
      this.sandbox.trigger(CREATED[rail], { orderNo: id }, { sequence: number })
    }
  }
}
