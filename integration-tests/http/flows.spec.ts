import { Modules } from "@medusajs/framework/utils"
import { type Rail, RAILS } from "../../src/ledger"
import { returnUrl, tokenOf } from "../../tools/harness/gateway/return-url"
import { STOREFRONT, storeTest } from "../setup/store/store"
import { visit } from "../../tools/harness/shop/visit"
import { waitFor } from "../../tools/harness/wait-for"
import { PAID_EVENTS } from "../../tools/harness/gateway/webhooks"
import type { TestStore, OpenPayment } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

/** More than a process settles concurrently. */
const MANY_RAILS: readonly Rail[] = [...RAILS, ...RAILS, ...RAILS]

/** Opens a URL in the buyer's browser without following redirects. */
async function open(
  url: string
): Promise<{ status: number; location: string | null }> {
  const { status, location } = await visit(url)
  return { status, location }
}

/** Returns as the gateway sends a buyer back. */
async function returnToStore(store: TestStore, id: string) {
  return await open(returnUrl(store.sandbox, id, "success"))
}

function dropPaidWebhook(store: TestStore, rail: Rail): void {
  store.sandbox.fault({ event: PAID_EVENTS[rail], kind: "drop" })
}

/** Makes the gateway resend the lost webhook. */
function resendPaidWebhook(store: TestStore, rail: Rail): void {
  const lost = store.sandbox
    .webhooks()
    .find(({ event }) => event === PAID_EVENTS[rail])
  store.sandbox.resend(lost!.id)
}

storeTest((store) => {
  describe.each(RAILS)("flow 1 and 2, %s", (rail) => {
    it("a started payment is pending, and a paid one gets its order", async () => {
      const { cart, session, id } = await store.openPayment(rail)
      expect(session.data).toMatchObject({
        session_id: session.id,
        rail,
        status: "pending",
        amount: "12.50",
        currency: "USDT",
        mode: "test",
      })
      expect(await store.readPayment(id)).toMatchObject({
        status: "pending",
        session_id: session.id,
        payment_collection_id: cart.payment_collection_id,
        cart_id: cart.id,
        amount: "12.50",
        cart_amount: "12.50",
        cart_currency: "usd",
        success_url: `${STOREFRONT}/`,
      })

      await store.pay(id)

      const state = await store.readMedusaState(cart)
      expect(state).toEqual({
        ...ORDERED,
        sessions: [{ id: session.id, status: "authorized" }],
      })
      expect(await store.readPayment(id)).toMatchObject({
        status: "paid",
        order_id: state.orders[0]?.id,
        gateway_id: expect.any(String),
        paid_at: expect.any(Date),
      })
      const statuses = await store
        .db("stablecoin_fact")
        .where({ payment_id: id })
        .orderBy("created_at")
        .pluck("status_after")
      expect([...new Set(statuses)]).toEqual(["pending", "paid"])
      expect(await store.openExceptions()).toEqual([])
    })
  })

  it("a paid payment gets its order after Medusa has refunded another provider's", async () => {
    const cart = await store.shopper.fillCart()
    const payments = store.container.resolve(Modules.PAYMENT)
    const session = await payments.createPaymentSession(
      cart.payment_collection_id,
      {
        provider_id: "pp_system_default",
        amount: 12.5,
        currency_code: "usd",
        data: {},
      }
    )
    const other = await payments.authorizePaymentSession(session.id, {})
    await payments.capturePayment({ payment_id: other!.id })
    await payments.refundPayment({ payment_id: other!.id })
    const { data } = await store.startSession(cart, "hosted")

    await store.pay(String(data.payment_id))

    expect(await store.openExceptions()).toEqual([])
    expect(await store.readMedusaState(cart)).toMatchObject({
      ...ORDERED,
      captures: [12.5, 12.5],
    })
  })

  it("a buyer sees the payment as paid while many other orders are being placed", async () => {
    const pending: OpenPayment[] = []
    for (const rail of MANY_RAILS) {
      pending.push(await store.openPayment(rail))
    }
    const pays = async ({ id }: { id: string }): Promise<void> => {
      await store.sandbox.pay({ orderNo: id })
      // Shorter than the time after which a settle stops waiting for its lock
      // and frees its slot.
      await waitFor(
        `${id} to be paid in the ledger`,
        async () => (await store.readPayment(id)).status === "paid",
        { timeoutMs: 15_000 }
      )
    }

    // Holding these locks keeps every order from being placed.
    await store.container.resolve(Modules.LOCKING).execute(
      pending.map(({ cart }) => `stablecoin:${cart.payment_collection_id}`),
      async () => {
        for (const payment of pending) {
          await pays(payment)
        }
      }
    )
    await store.settled()

    for (const { cart } of pending) {
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    }
  })

  it.each([
    ["onchain", "cancelled", "canceled", "hosted"],
    ["hosted", "failed", "error", "hosted"],
  ] as const)(
    "flow 4: the payment fails: %s %s closes the session as %s, and a new one by %s pays",
    async (rail, status, sessionStatus, next) => {
      const { cart, session, id } = await store.openPayment(rail)
      const end = status === "failed" ? "fail" : "cancel"
      await store.sandbox[end]({ orderNo: id })
      await store.settled()

      expect(await store.readPayment(id)).toMatchObject({ status })
      expect(await store.readMedusaState(cart)).toEqual({
        orders: [],
        captures: [],
        sessions: [{ id: session.id, status: sessionStatus }],
      })

      const second = await store.startSession(cart, next)
      await store.sandbox.pay({ orderNo: String(second.data.payment_id) })
      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      expect(await store.readPayment(id)).toMatchObject({ status })
      expect(await store.openExceptions()).toEqual([])
    }
  )

  describe("flow 5: the buyer returns", () => {
    const urls = {
      success_url: `${STOREFRONT}/thanks?session={session_id}`,
      cancel_url: `${STOREFRONT}/cart/{cart_id}`,
    }

    it("by the cancel URL, and is redirected to the cart", async () => {
      const { cart, id } = await store.openPayment("hosted", urls)
      expect(await open(returnUrl(store.sandbox, id, "cancel"))).toEqual({
        status: 303,
        location: `${STOREFRONT}/cart/${cart.id}`,
      })
      expect(await store.readPayment(id)).toMatchObject({
        returned_result: "cancel",
      })
    })

    it("with anything appended by the gateway, and reaches the success page that was validated at the start", async () => {
      const { id, session } = await store.openPayment("hosted", urls)
      const url = returnUrl(store.sandbox, id, "success")
      for (const appended of [
        `?order_no=${id}&status=success`,
        "?result=ok&token=other",
        "?result=cancel&token=a&token=b",
        `&order_no=${id}`,
        "&amp;status=failed",
        "?token[a]=b",
        "?success_url=https://evil.example&redirect=https://evil.example",
        "/",
      ]) {
        expect({ appended, ...(await open(url + appended)) }).toEqual({
          appended,
          status: 303,
          location: `${STOREFRONT}/thanks?session=${session.id}`,
        })
        expect(await store.readPayment(id)).toMatchObject({
          status: "pending",
          returned_at: expect.any(Date),
          returned_result: "success",
        })
      }
    })

    it("with the order number but no token, is redirected to the storefront's root, and not recorded", async () => {
      const { id } = await store.openPayment("onchain", urls)
      const other = await store.openPayment("onchain", urls)
      const before = await store.readLedger()
      const readCount = store.sandbox.requests({ endpoint: "get" }).length
      const token = (of: string) =>
        tokenOf(returnUrl(store.sandbox, of, "success"))
      const own = token(id)
      expect(own).toMatch(/^[\w-]{22,}$/)

      const path = `${store.url}/stablecoin/return`
      for (const url of [
        `${path}/${id}/none/success?token=${own}`,
        `${path}/${id}/${token(other.id)}/success`,
        `${path}/${id}/${own.slice(0, -1)}/success`,
        `${path}/${id}/${own}x/success`,
        `${path}/${id}/${own.toLowerCase()}/success`,
        `${path}/stpay_none/${own}/success`,
        `${path}/stpay_01JD8ZZZZZZZZZZZZZZZZZZZZZ/${own}/success`,
        `${path}/%00/${own}/success`,
      ]) {
        expect({ url, ...(await open(url)) }).toEqual({
          url,
          status: 303,
          location: `${STOREFRONT}/`,
        })
      }

      await store.settled()
      expect(await store.readLedger()).toEqual(before)
      expect(store.sandbox.requests({ endpoint: "get" })).toHaveLength(
        readCount
      )
    })

    it("before the onchain webhook: the gateway is read, and the order placed", async () => {
      const { cart, id } = await store.openPayment("onchain")
      dropPaidWebhook(store, "onchain")
      await store.sandbox.pay({ orderNo: id })

      await returnToStore(store, id)

      await waitFor("the order", async () => {
        const { orders } = await store.readMedusaState(cart)
        return orders.length > 0
      })
      await store.settled()
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      resendPaidWebhook(store, "onchain")
      await store.settled()
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    })

    it("before the onchain webhook, and completes the cart: is captured before the job's next pass", async () => {
      const { cart, id } = await store.openPayment("onchain")
      dropPaidWebhook(store, "onchain")
      await store.sandbox.pay({ orderNo: id })

      const { status, body } = await store.shopper.complete(cart)

      expect([status, body.type]).toEqual([200, "order"])
      await waitFor(
        "the capture",
        async () => (await store.readMedusaState(cart)).captures.length > 0,
        { timeoutMs: 15_000 }
      )
      await store.settled()
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    })

    it("unpaid: sees a pending payment, and a later webhook still places the order", async () => {
      const { cart, session, id } = await store.openPayment("onchain")
      const before = await store.readPayment(id)

      const refused = await store.shopper.complete(cart)

      expect(refused.status).toBe(400)
      expect(refused.body).toMatchObject({
        type: "not_allowed",
        message: expect.stringMatching(/not confirmed yet.*Wait/),
      })
      expect(await store.readPayment(id)).toEqual(before)
      expect(await store.readMedusaState(cart)).toEqual({
        orders: [],
        captures: [],
        sessions: [{ id: session.id, status: "pending" }],
      })
      await store.pay(id)
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    })

    it("hosted, paid and not yet reported: nothing is captured until the webhook arrives", async () => {
      const { cart, id } = await store.openPayment("hosted")
      dropPaidWebhook(store, "hosted")
      await store.sandbox.pay({ orderNo: id })
      await returnToStore(store, id)

      expect((await store.shopper.complete(cart)).status).toBe(400)
      expect(await store.readMedusaState(cart)).toMatchObject({ captures: [] })

      resendPaidWebhook(store, "hosted")
      await store.settled()
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    })
  })
})
