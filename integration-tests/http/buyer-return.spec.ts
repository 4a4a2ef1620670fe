import { returnUrl } from "../../tools/harness/gateway/return-url"
import { STOREFRONT, storeTest } from "../setup/store/store"
import { visit } from "../../tools/harness/shop/visit"
import { waitFor } from "../../tools/harness/wait-for"
import type { TestStore } from "../setup/store/test-store"

const THANKS = `${STOREFRONT}/thanks`
const SENT_BACK = { status: 303, location: THANKS }

/**
 * A payment whose buyer is sent to `THANKS`, and the return URL that the
 * gateway has for it.
 */
async function paying(store: TestStore) {
  const data = { success_url: THANKS }
  const { id } = await store.openPayment("hosted", data)
  return { id, url: returnUrl(store.sandbox, id, "success") }
}

/**
 * Makes the ledger unreadable, as during a restore or after a failed migration.
 */
async function withoutLedger<T>(
  store: TestStore,
  act: () => Promise<T>
): Promise<T> {
  const db = store.db
  await db.raw("ALTER TABLE stablecoin_payment RENAME TO hidden_by_test")
  try {
    return await act()
  } finally {
    await db.raw("ALTER TABLE hidden_by_test RENAME TO stablecoin_payment")
  }
}

/** Locks the ledger as migrations and restores do. */
async function withLock<T>(
  store: TestStore,
  mode: "EXCLUSIVE" | "ACCESS EXCLUSIVE",
  act: () => Promise<T>
): Promise<T> {
  const trx = await store.db.transaction()
  try {
    await trx.raw(`LOCK TABLE stablecoin_payment IN ${mode} MODE`)
    return await act()
  } finally {
    await trx.rollback()
  }
}

storeTest((store) => {
  describe("a buyer who returns right after paying", () => {
    it("sees a page that retries while the ledger can't be read, and never JSON", async () => {
      const { id, url } = await paying(store)

      const page = await withoutLedger(store, () => visit(url))

      expect(page).toMatchObject({ status: 503, location: null })
      expect(page.header("content-type")).toMatch(/^text\/html/)
      expect(page.header("refresh")).toBe("10")
      expect(page.header("retry-after")).toBe("10")
      expect(page.header("cache-control")).toBe("no-store")
      expect(page.header("content-security-policy")).toMatch(
        /^default-src 'none'/
      )
      expect(page.text).toMatch(/<html lang="en">[^]*no need to pay again/)
      expect(page.text).not.toMatch(/<script|<style|token|stpay_/)
      expect(await visit(url)).toMatchObject(SENT_BACK)
      expect(await store.readPayment(id)).toMatchObject({
        returned_result: "success",
      })
    })

    it("waits seconds, not minutes, for that page while a migration locks the ledger", async () => {
      const { url } = await paying(store)
      const page = await withLock(store, "ACCESS EXCLUSIVE", async () => {
        const from = performance.now()
        const answer = await visit(url, {
          headers: { "accept-language": "es-MX,es;q=0.9,en;q=0.1" },
        })
        expect(performance.now() - from).toBeLessThan(10_000)
        return answer
      })
      expect(page.status).toBe(503)
      expect(page.header("content-language")).toBe("es")
      expect(page.text).toMatch(/<html lang="es">[^]*otra vez/)
    })

    it("is redirected to the storefront while nothing can be written, and recorded later", async () => {
      const { id, url } = await paying(store)

      const answer = await withLock(store, "EXCLUSIVE", () => visit(url))

      expect(answer).toMatchObject(SENT_BACK)
      await waitFor("the return to be noted", async () => {
        const { returned_result } = await store.readPayment(id)
        return returned_result === "success"
      })
      await store.settled()
    })
  })

  describe("redirects a request that is not a buyer's navigation, and records nothing", () => {
    it("such as a link preview, a script, an image, a prefetch or a prerender", async () => {
      const { id, url } = await paying(store)
      const before = await store.readPayment(id)

      for (const request of [
        { method: "HEAD" },
        { method: "HEAD", headers: { "sec-fetch-mode": undefined } },
        { headers: { "sec-fetch-mode": "cors" } },
        { headers: { "sec-fetch-mode": "no-cors" } },
        { headers: { "sec-purpose": "prefetch" } },
        { headers: { "sec-purpose": "prefetch;prerender" } },
        // Older browsers.
        { headers: { purpose: "prefetch" } },
        { headers: { "x-moz": "prefetch" } },
      ] as const) {
        expect(await visit(url, request)).toMatchObject(SENT_BACK)
        await store.settled()
        expect({
          request,
          payment: await store.readPayment(id),
        }).toEqual({ request, payment: before })
      }
    })

    it("treats a browser without fetch metadata as a buyer", async () => {
      const { id, url } = await paying(store)
      const headers = { "sec-fetch-mode": undefined }
      expect(await visit(url, { headers })).toMatchObject(SENT_BACK)
      expect(await store.readPayment(id)).toMatchObject({
        returned_result: "success",
      })
    })
  })
})
