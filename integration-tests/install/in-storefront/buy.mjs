/**
 * A checkout in the storefront's project, with the client installed there.
 *
 * Takes one argument. `{ baseUrl, publishableKey, cart_id, rail, success_url }`
 * starts a payment and prints it as a line of JSON. With `session_id` in place
 * of the last three, it waits for the order and prints it with the last state.
 */
import {
  completePayment,
  listOptions,
  startPayment,
  watchPayment,
} from "medusa-payment-stablecoin-storefront"

const { AbortSignal, process: self } = globalThis
const TIMEOUT_MS = 30_000

const { baseUrl, publishableKey, ...input } = JSON.parse(self.argv[2])
const store = { baseUrl, publishableKey }
const print = (line) => self.stdout.write(`${JSON.stringify(line)}\n`)

if (input.session_id) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { session_id } = input
  const ordered = completePayment(store, session_id, { signal })
  let last
  for await (const state of watchPayment(store, session_id, { signal })) {
    last = state
  }
  print({ payment: last, order: await ordered })
} else {
  const { cart_id, rail, success_url } = input
  const { options } = await listOptions(store, { cart_id })
  const option = options.find((each) => each.rail === rail)
  print(
    await startPayment(store, {
      cart_id,
      provider_id: option.provider_id,
      // Differs from the default.
      currency: option.currencies.at(-1).code,
      chain: option.chains?.at(-1).code,
      success_url,
    })
  )
}
