import { payOnPage } from "../harness/shop/checkout-page.ts"
import { answeredWebhook } from "../harness/gateway/answered-webhook.ts"
import { Merchant } from "../harness/shop/merchant.ts"
import { PROVIDERS } from "../harness/shop/names.ts"
import type { Offer } from "../harness/store/seed.ts"
import { Shopper } from "../harness/shop/shopper.ts"
import type { Demo } from "./start-demo.mts"
import { StepError } from "../harness/command/steps.ts"

type Rail = keyof typeof PROVIDERS

/**
 * Buys on both rails, and in euros, automatically, with the HTTP requests of a buyer's
 * browser, a storefront and a merchant. The webhook places the order.
 *
 * @param say called with one line per fact
 * @throws StepError that names the rail and the step
 */
export async function buyOnBothRails(
  demo: Demo,
  ended: AbortSignal,
  say: (line: string) => void
): Promise<void> {
  const merchant = new Merchant({ url: demo.storeUrl })
  const { seeded } = demo
  for (const [rail, offer] of [
    ["hosted", seeded],
    ["onchain", seeded],
    ["onchain", seeded.euro],
  ] as const) {
    say(`\n  ${rail}`)
    await buy(demo, rail, { offer, merchant, ended, say })
  }
}

async function buy(
  demo: Demo,
  rail: Rail,
  {
    offer,
    merchant,
    ended,
    say,
  }: {
    offer: Offer
    merchant: Merchant
    ended: AbortSignal
    say: (line: string) => void
  }
): Promise<void> {
  const step = async <T,>(
    name: string,
    work: () => T | Promise<T>,
    show: (result: T) => string
  ): Promise<T> => {
    ended.throwIfAborted()
    try {
      const result = await work()
      say(`    ${name.padEnd(17)} ${show(result)}`)
      return result
    } catch (error) {
      throw new StepError(`${rail}: ${name}`, error)
    }
  }
  const shopper = new Shopper(demo.storeUrl, offer)

  const cart = await step(
    "cart",
    () => shopper.fillCart(),
    ({ id, total, currency_code: currency }) =>
      `${id}, ${total.toFixed(2)} ${currency.toUpperCase()}`
  )
  const session = await step(
    "session",
    () =>
      shopper.startSession(cart, PROVIDERS[rail], {
        success_url: `${demo.storefrontUrl}/payment/{session_id}`,
        cancel_url: `${demo.storefrontUrl}/payment/{session_id}`,
      }),
    ({ id, status }) => `${id}, ${status}`
  )
  const redirectUrl = String(session.data.redirect_url)
  say(`    ${"redirect URL".padEnd(17)} ${redirectUrl}`)
  const redirects = await step(
    "paid",
    () => payOnPage(redirectUrl),
    () => `${String(session.data.amount)} ${String(session.data.currency)}`
  )
  await step(
    "buyer returned to",
    () => backAtShop(redirects, demo, session.id),
    (url) => url
  )
  await step(
    "webhook answered",
    () =>
      answeredWebhook(
        demo.sandbox.urls.control,
        String(session.data.payment_id)
      ),
    (event) => `${event}, 200`
  )
  const order = await step(
    "order",
    () => merchant.paidOrder(cart.payment_collection_id),
    ({ id, display_id }) => `#${display_id} ${id}`
  )
  await step(
    "captured amount",
    () => fullAmount(order.captured, cart.total),
    (amount) => `${amount} ${order.currency_code.toUpperCase()}`
  )
}

/**
 * Checks that the buyer returned through the return route to the shop's page of
 * this payment.
 */
function backAtShop(
  { stops, status }: Awaited<ReturnType<typeof payOnPage>>,
  { storeUrl, storefrontUrl }: Demo,
  sessionId: string
): string {
  const [first = "", last = ""] = stops
  const isExpected =
    first.startsWith(`${storeUrl}/stablecoin/return/`) &&
    last === `${storefrontUrl}/payment/${sessionId}` &&
    status === 200
  if (!isExpected) {
    throw new Error(
      `the buyer was redirected by ${stops.join(" → ")}, ${status}`
    )
  }
  return last
}

function fullAmount(captured: number, due: number): string {
  if (captured !== due) {
    throw new Error(`${captured} was captured, not ${due}`)
  }
  return captured.toFixed(2)
}
