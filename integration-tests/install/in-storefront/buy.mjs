/**
 * A checkout in the storefront's project, with the client installed there. It
 * starts a payment and waits for its order.
 *
 * Takes `{ baseUrl, publishableKey, cart_id, rail, success_url }` as its
 * argument. Prints lines of JSON: the started payment, each state, and the
 * order.
 */
import {
  completePayment,
  listOptions,
  startPayment,
  watchPayment,
} from "medusa-payment-stablecoin-storefront"

const { AbortSignal, process: self } = globalThis
const TIMEOUT_MS = 60_000

const { baseUrl, publishableKey, cart_id, rail, success_url } = JSON.parse(
  self.argv[2]
)
const store = { baseUrl, publishableKey }
const print = (line) => self.stdout.write(`${JSON.stringify(line)}\n`)

const { options } = await listOptions(store, { cart_id })
const option = options.find((each) => each.rail === rail)
const started = await startPayment(store, {
  cart_id,
  provider_id: option.provider_id,
  // Differs from the default.
  currency: option.currencies.at(-1).code,
  chain: option.chains?.at(-1).code,
  success_url,
})
print({ started })

const signal = AbortSignal.timeout(TIMEOUT_MS)
const ordered = completePayment(store, started.session_id, { signal })
for await (const payment of watchPayment(store, started.session_id, {
  signal,
})) {
  print({ payment })
}
print({ order: await ordered })
