import type {
  AdminHealthResponse,
  HealthCheckId,
} from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { databaseOf, readLedger } from "../../setup/store/ledger"
import { openPayment } from "../../setup/store/open-payment"
import { Proxy, type ProxiedRequest } from "../../setup/gateway/proxy"
import { stablecoinOf } from "../../setup/store/stablecoin"
import { storeTest } from "../../setup/store/store"
import { postRaw } from "../../setup/gateway/webhooks"

const PATH = "/admin/stablecoin/health"

/** Proxies of the store and of the onchain gateway. */
const front = new Proxy()
const gateway = new Proxy()

beforeAll(async () => {
  await front.open()
  await gateway.open()
})
afterAll(async () => {
  await front.close()
  await gateway.close()
})

storeTest({
  env: {
    STABLECOIN_BACKEND_URL: front.url,
    STABLECOIN_ONCHAIN_BASE_URL: gateway.url,
  },
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(() => admin.enrol())
    beforeEach(() => {
      front.reset()
      gateway.reset()
      front.target = store.url
      gateway.target = store.sandbox.urls.business
    })

    async function ask(query = "?fresh=true") {
      const { status, body } = await admin.call<AdminHealthResponse>(
        "GET",
        `${PATH}${query}`
      )
      expect(status).toBe(200)
      return body.health
    }

    async function read(id: HealthCheckId) {
      return (await ask()).checks.find((each) => each.id === id)
    }

    const probes = (): ProxiedRequest[] =>
      front.requests.filter(({ path }) => path.startsWith("/hooks"))

    it("who asks again and again uses up nothing of what the gateway allows", async () => {
      const first = await ask()
      const asked = gateway.requests.length
      expect(asked).toBeGreaterThan(0)

      expect(await ask("")).toEqual(first)
      expect(await ask("")).toEqual(first)
      expect(gateway.requests).toHaveLength(asked)

      const [one, ...others] = await Promise.all([ask(), ask(), ask(), ask()])
      expect(others).toEqual([one, one, one])
      expect(one?.checked_at).not.toBe(first.checked_at)
      expect(gateway.requests).toHaveLength(2 * asked)
    })

    it("refuses a question that it does not understand", async () => {
      const { status } = await admin.call("GET", `${PATH}?fresh=soon`)
      expect(status).toBe(400)
    })

    it("a test webhook that is sent again by who has overheard it leaves nothing", async () => {
      await ask()
      const before = await readLedger(store)
      expect(probes()).toHaveLength(2)
      for (const { path, body, headers } of probes()) {
        const again = await postRaw(
          store,
          path,
          body,
          headers as Record<string, string>
        )
        expect(again.status).toBe(200)
      }
      expect(await readLedger(store)).toEqual(before)
    })

    describe("webhooks of the gateway", () => {
      it("that are rejected are a look, though the store's own arrive", async () => {
        const path = "/hooks/stablecoin/onchain"
        const { status } = await postRaw(store, path, "{}")
        await stablecoinOf(store).webhooks.end()
        expect(status).toBe(401)
        // Unsigned requests don't count as webhooks.
        expect(await read("webhook_onchain")).toMatchObject({ status: "ok" })

        await postRaw(store, path, "{}", { "x-business-signature": "00" })
        await stablecoinOf(store).webhooks.end()
        expect(await read("webhook_onchain")).toMatchObject({
          status: "warning",
          code: "rejected",
          params: { rail: "onchain", reason: "unauthorized" },
        })
        expect(await read("webhook_hosted")).toMatchObject({ status: "ok" })
      })

      it("are none that a proxy has spoiled of the store's own", async () => {
        front.behaviour = { changeBody: () => Buffer.from("{}") }
        expect(await read("webhook_onchain")).toMatchObject({
          code: "unauthorized",
        })
        front.behaviour = {}
        expect(await read("webhook_onchain")).toMatchObject({ status: "ok" })
      })

      it("that stay away are a look, with since when", async () => {
        store.sandbox.faultWebhooks({ kind: "drop" })
        const { id } = await openPayment(store, "onchain")
        const db = databaseOf(store)
        const since = new Date(Date.now() - 3_600_000)
        await db("stablecoin_webhook_state").update({
          created_at: new Date(since.getTime() - 3_600_000),
          last_received_at: null,
          last_rejected_at: null,
        })
        await db("stablecoin_payment")
          .where({ id })
          .update({ created_at: since })
        expect(await read("webhook_onchain")).toMatchObject({
          status: "warning",
          code: "quiet",
          params: { rail: "onchain", since: since.toISOString() },
        })
      })
    })
  },
})
