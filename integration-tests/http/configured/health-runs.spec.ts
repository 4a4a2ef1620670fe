import type {
  AdminHealthResponse,
  HealthCheckId,
} from "../../../src/http-types"
import checkHealth from "../../../src/jobs/check-health"
import notifyOfExceptions from "../../../src/jobs/notify-of-exceptions"
import { Admin } from "../../setup/admin/admin"
import {
  databaseOf,
  openExceptions,
  readLedger,
} from "../../setup/store/ledger"
import { openPayment } from "../../setup/store/open-payment"
import { Proxy, type ProxiedRequest } from "../../setup/gateway/proxy"
import { stablecoinOf } from "../../setup/store/stablecoin"
import { storeTest } from "../../setup/store/store"
import { postRaw } from "../../../harness/gateway/webhooks"

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

    async function readHealth(query = "?fresh=true") {
      const { status, body } = await admin.call<AdminHealthResponse>(
        "GET",
        `${PATH}${query}`
      )
      expect(status).toBe(200)
      return body.health
    }

    async function read(id: HealthCheckId) {
      return (await readHealth()).checks.find((each) => each.id === id)
    }

    const probes = (): ProxiedRequest[] =>
      front.requests.filter(
        ({ method, path }) => method === "POST" && path.startsWith("/hooks")
      )

    it("repeated checks don't use up the gateway's request limit", async () => {
      const first = await readHealth()
      const requestCount = gateway.requests.length
      expect(requestCount).toBeGreaterThan(0)

      expect(await readHealth("")).toEqual(first)
      expect(await readHealth("")).toEqual(first)
      expect(gateway.requests).toHaveLength(requestCount)

      const [one, ...others] = await Promise.all([
        readHealth(),
        readHealth(),
        readHealth(),
        readHealth(),
      ])
      expect(others).toEqual([one, one, one])
      expect(one?.checked_at).not.toBe(first.checked_at)
      expect(gateway.requests).toHaveLength(2 * requestCount)
    })

    it("rejects an invalid query", async () => {
      const { status } = await admin.call("GET", `${PATH}?fresh=soon`)
      expect(status).toBe(400)
    })

    it("a replayed test webhook leaves nothing", async () => {
      await readHealth()
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

    it("a job runs them, counts them, and logs each new error once", async () => {
      const log = vi.spyOn(store.container.resolve("logger"), "error")
      const lines = () =>
        log.mock.calls.filter(([line]) => /webhook_onchain/.test(String(line)))
      try {
        front.behaviour = { changeBody: () => Buffer.from("{}") }
        await checkHealth(store.container)
        await checkHealth(store.container)
        expect(lines()).toHaveLength(1)
        const broken = stablecoinOf(store).health.counts().error
        front.behaviour = {}
        await checkHealth(store.container)
        expect(stablecoinOf(store).health.counts().error).toBeLessThan(broken)
        front.behaviour = { changeBody: () => Buffer.from("{}") }
        await checkHealth(store.container)
        expect(lines()).toHaveLength(2)
      } finally {
        log.mockRestore()
      }
    })

    describe("webhooks of the gateway", () => {
      it("are a warning when they are rejected, though the store's own arrive", async () => {
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

      it("are not the store's own ones that a proxy has changed", async () => {
        front.behaviour = { changeBody: () => Buffer.from("{}") }
        expect(await read("webhook_onchain")).toMatchObject({
          code: "unauthorized",
        })
        front.behaviour = {}
        expect(await read("webhook_onchain")).toMatchObject({ status: "ok" })
      })

      it("are an error when they stop, with the time since when", async () => {
        store.sandbox.faultWebhooks({ kind: "drop" })
        const opened = [1, 2, 3].map(() => openPayment(store, "onchain"))
        const ids = (await Promise.all(opened)).map(({ id }) => id)
        const db = databaseOf(store)
        const since = new Date(Date.now() - 3_600_000)
        await db("stablecoin_webhook_state").update({
          created_at: new Date(since.getTime() - 3_600_000),
          last_received_at: null,
          last_rejected_at: null,
        })
        await db("stablecoin_payment")
          .whereIn("id", ids)
          .update({ created_at: since })
        expect(await read("webhook_onchain")).toMatchObject({
          status: "error",
          code: "quiet",
          params: { rail: "onchain", since: since.toISOString(), count: 3 },
        })
        await notifyOfExceptions(store.container)
        expect(await openExceptions(store)).toEqual(["webhook_problem.quiet"])
      })
    })
  },
})
