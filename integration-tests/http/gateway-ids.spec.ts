import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { RAILS, type Rail } from "../../src/ledger"
import { paymentUrl } from "../../tools/harness/shop/payment-state"
import { crawl, namesIn } from "../setup/routes/public-routes"
import { returnUrl, tokenOf } from "../../tools/harness/gateway/return-url"
import { STOREFRONT, storeTest } from "../setup/store/store"
import { visit } from "../../tools/harness/shop/visit"
import type { TestStore } from "../setup/store/test-store"

/** A purchase, and the data that only the buyer and the store may have. */
async function purchase(store: TestStore, rail: Rail) {
  const { id, cart, session } = await store.buy(rail, {
    success_url: `${STOREFRONT}/thanks`,
    cancel_url: `${STOREFRONT}/cart`,
  })
  const { orders } = await store.readMedusaState(cart)
  const orderId = orders[0]!.id
  const db = store.db
  const order = await db("order").where({ id: orderId }).first()
  const address = await db("order_address")
    .where({ id: order.shipping_address_id })
    .first()
  const personal = {
    session: session.id,
    order: orderId,
    cart: cart.id,
    collection: String(cart.payment_collection_id),
    email: String(order.email),
    street: String(address.address_1),
    last_name: String(address.last_name),
  }
  expect(Object.values(personal).filter((each) => each.length < 3)).toEqual([])
  return { id, personal }
}

/**
 * Everything that the gateway has received and sent about a payment, as text:
 * requests, records, webhooks.
 */
function seenByGateway(store: TestStore): string {
  const { sandbox } = store
  return JSON.stringify([
    sandbox.requests().map(({ path, body }) => [path, body]),
    sandbox.transactions(),
    sandbox.orders(),
    sandbox.webhooks(),
  ])
}

const leaked = (text: string, personal: Record<string, string>) =>
  Object.entries(personal).flatMap(([what, value]) =>
    text.includes(value) ? [what] : []
  )

storeTest((store) => {
  describe.each(RAILS)("all data that the gateway of %s has", (rail) => {
    it("neither contains nor leads to the buyer's data, by any chain of public routes, nor to an id that opens the order", async () => {
      const { id, personal } = await purchase(store, rail)
      const seen = seenByGateway(store)
      expect(seen).toContain(id)
      expect(leaked(seen, personal)).toEqual([])

      const { text, statuses } = await crawl(store, namesIn(seen))
      expect(leaked(text, personal)).toEqual([])
      // Only redirects to the bare storefront, and rejections.
      expect([...statuses].sort()).toEqual(
        [303, 400, 401, 404].filter((each) => statuses.has(each))
      )
      // The session's id leads to it, so that the crawl can find a leak.
      const control = await crawl(store, [personal.session])
      expect(leaked(control.text, personal)).toEqual(
        expect.arrayContaining(["order", "email", "street"])
      )

      for (const [result, page] of [
        ["success", `${STOREFRONT}/thanks`],
        ["cancel", `${STOREFRONT}/cart`],
      ] as const) {
        const url = returnUrl(store.sandbox, id, result)
        const { status, location, text } = await visit(url)
        expect([status, location]).toEqual([303, page])
        expect(leaked(`${url} ${text}`, personal)).toEqual([])
        const other = url.replace(tokenOf(url), "A".repeat(22))
        expect(await visit(other)).toMatchObject({
          status: 303,
          location: `${STOREFRONT}/`,
        })
      }
    })
  })

  it("neither a session's id nor the return's token is in the log or in the URLs of access logs after a purchase and reads", async () => {
    const logger = store.container.resolve(ContainerRegistrationKeys.LOGGER)
    const spies = (["error", "warn", "info"] as const).map((level) =>
      jest.spyOn(logger, level)
    )
    const urls: string[] = []
    const returned: string[] = []
    const note = (message: unknown) => {
      const { request } = message as {
        request: { originalUrl?: string; url?: string }
      }
      urls.push(String(request.originalUrl), String(request.url))
    }
    subscribe("http.server.response.finish", note)
    const secrets: string[] = []
    try {
      const { personal, id } = await purchase(store, "onchain")
      const url = returnUrl(store.sandbox, id, "success")
      secrets.push(personal.session, tokenOf(url))
      await visit(`${url}?lang=es`)
      returned.push(`/stablecoin/return/${id}/[hidden]/success?lang=es`)
      for (const requested of [personal.session, "payses_none"]) {
        for (const after of ["", "?a=b", "/"]) {
          await visit(paymentUrl(store.url, requested) + after, {
            headers: {
              "x-publishable-api-key": store.seeded.publishable_key,
            },
          })
        }
      }
    } finally {
      unsubscribe("http.server.response.finish", note)
    }
    const lines = spies.flatMap(({ mock }) => mock.calls.flat().map(String))
    spies.forEach((spy) => spy.mockRestore())
    expect(urls).toContain("/store/stablecoin/payments/[hidden]?a=b")
    expect(urls).toEqual(expect.arrayContaining(returned))
    for (const secret of secrets) {
      const isOurs = (url: string) => url.includes("/stablecoin/")
      expect(urls.filter(isOurs).join("\n")).not.toContain(secret)
      expect(lines.join("\n")).not.toContain(secret)
    }
  })
})
