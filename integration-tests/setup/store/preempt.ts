import { Modules } from "@medusajs/framework/utils"
import {
  BusinessOrderClient,
  MerchantCheckoutClient,
} from "../../../src/gateway"
import type { Rail } from "../../../src/ledger"
import type { TestStore } from "./test-store"

/** A method that is held when it is called. */
type Stop = { object: object; method: string }

const CREATE: Record<Rail, Stop> = {
  hosted: {
    object: MerchantCheckoutClient.prototype,
    method: "createTransaction",
  },
  onchain: { object: BusinessOrderClient.prototype, method: "createOrder" },
}

/** Where a race between a payment and a change of its amount is decided. */
export function stopsOf({ container }: TestStore, rail: Rail) {
  const at = (method: string): Stop => ({
    object: container.resolve(Modules.PAYMENT),
    method,
  })
  return {
    /** A start has read the amount, and Medusa stores its session. */
    storeSession: at("createPaymentSession"),
    /** The session is stored, and the gateway creates the payment. */
    create: CREATE[rail],
    /** A change has read the collection, and Medusa stores its new amount. */
    storeAmount: at("updatePaymentCollections"),
    authorize: at("authorizePaymentSession"),
    capture: at("capturePayment"),
  }
}

/**
 * Runs `first` up to its call of a method, then all of `second`, then the rest
 * of `first`.
 *
 * @returns both results
 * @throws when `first` ends without that call
 */
export async function preempt<F, S>(
  { object, method }: Stop,
  first: () => Promise<F>,
  second: () => Promise<S>
): Promise<[F, S]> {
  const methods = object as Record<string, (...args: unknown[]) => unknown>
  const original = methods[method]!
  const reached = deferred()
  const released = deferred()
  const spy = jest
    .spyOn(methods, method)
    .mockImplementationOnce(async function (this: unknown, ...args) {
      reached.resolve()
      await released.promise
      return await original.apply(this, args)
    })
  try {
    const running = first()
    await Promise.race([
      reached.promise,
      running.then(() => {
        throw new Error(`${method} was not called.`)
      }),
    ])
    const done = await second()
    released.resolve()
    return [await running, done]
  } finally {
    released.resolve()
    spy.mockRestore()
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}
