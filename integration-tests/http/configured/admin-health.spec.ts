import { randomBytes } from "node:crypto"
import type {
  AdminHealthCheck,
  AdminHealthResponse,
  AdminSummaryResponse,
} from "../../../src/http-types"
import checkHealth from "../../../src/jobs/check-health"
import type { HealthCheckId } from "../../../src/health/sentences"
import { RAILS } from "../../../src/ledger"
import { Admin } from "../../setup/admin/admin"
import { type Behaviour, Proxy } from "../../setup/gateway/proxy"
import { storeTest } from "../../setup/store/store"
import { postRaw } from "../../../tools/harness/gateway/webhooks"

const PATH = "/admin/stablecoin/health"
const KEY = randomBytes(32).toString("base64")

/**
 * Proxies of the store and of the onchain gateway. The second drops the
 * sandbox's header, as it drops most.
 */
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

const REPLACES: Behaviour = { changeBody: () => Buffer.from("{}") }
const answers = (status: number, body?: string): Behaviour => ({
  answer: () => ({ status, body }),
})

const OPTIONS = {
  env: {
    STABLECOIN_BACKEND_URL: front.url,
    STABLECOIN_ONCHAIN_BASE_URL: gateway.url,
    STABLECOIN_ENCRYPTION_KEYS: KEY,
  },
}

storeTest((store) => {
  const admin = Admin.enrolled(store)
  beforeEach(() => {
    front.reset()
    gateway.reset()
    front.target = store.url
    gateway.target = store.sandbox.urls.business
  })

  async function readHealth(query = "?fresh=true") {
    const body = await admin.get<AdminHealthResponse>(`${PATH}${query}`)
    // Each value of a sentence is in its parameters.
    expect(JSON.stringify(body.health.checks)).not.toContain("{{")
    return body.health
  }

  /** Reads one check, and the overall status. */
  async function read(id: HealthCheckId): Promise<AdminHealthCheck> {
    const { status, checks } = await readHealth()
    const check = checks.find((each) => each.id === id)!
    if (check.status === "error") {
      expect(status).toBe("error")
      expect(check.remedy).toEqual(expect.stringMatching(/\w/))
    }
    return check
  }

  /** The same, such as "error not_enabled". */
  async function found(id: HealthCheckId): Promise<string> {
    const { status, code } = await read(id)
    return `${status} ${code}`
  }

  it("a developer's store with the sandbox is ok, and the check leaves no data", async () => {
    const before = await store.readLedger()
    const webhooks = await store.stablecoin.webhooks.health()

    const { status, checks, checked_at } = await readHealth()

    expect(status).toBe("ok")
    expect(Date.parse(checked_at)).toBeLessThanOrEqual(Date.now())
    const found = checks.map(({ id, status, code }) => [id, status, code])
    expect(found).toEqual([
      ["migrations", "ok", "applied"],
      ["encryption", "ok", "ready"],
      ["credentials_hosted", "ok", "sandbox"],
      ["credentials_onchain", "ok", "verified"],
      ["clock_hosted", "ok", "in_sync"],
      ["clock_onchain", "ok", "in_sync"],
      ["backend_url", "ok", "private_gateway"],
      ["webhook_hosted", "ok", "received"],
      ["webhook_onchain", "ok", "received"],
      ["job", "ok", "on_time"],
      ["blockchain", "ok", "off"],
      ["transfers", "ok", "off"],
      ["locking", "ok", "in_memory"],
      ["event_bus", "ok", "local"],
      ["regions", "ok", "enabled"],
      ["currencies", "ok", "configured"],
      ["prices", "ok", "not_needed"],
      ["exceptions", "ok", "none"],
      ["balances", "ok", "balanced"],
    ])
    expect(await store.readLedger()).toEqual(before)
    // The check's own webhooks don't count as webhooks of the gateway.
    await store.stablecoin.webhooks.end()
    expect(await store.stablecoin.webhooks.health()).toEqual(webhooks)
  })

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

  it("is run by a job, which counts the results and logs each new error once", async () => {
    const log = jest.spyOn(store.container.resolve("logger"), "error")
    const lines = () =>
      log.mock.calls.filter(([line]) => /webhook_onchain/.test(String(line)))
    try {
      front.behaviour = REPLACES
      await checkHealth(store.container)
      await checkHealth(store.container)
      expect(lines()).toHaveLength(1)
      const broken = store.stablecoin.health.counts().error
      front.behaviour = {}
      await checkHealth(store.container)
      expect(store.stablecoin.health.counts().error).toBeLessThan(broken)
      front.behaviour = REPLACES
      await checkHealth(store.container)
      expect(lines()).toHaveLength(2)
    } finally {
      log.mockRestore()
    }
  })

  it("rejects an invalid query", async () => {
    const { status } = await admin.call("GET", `${PATH}?fresh=soon`)
    expect(status).toBe(400)
  })

  describe("the gateway", () => {
    it.each([
      [401, "error", "unauthorized"],
      [503, "error", "unavailable"],
      [429, "warning", "rate_limited"],
    ])("answers %i: %s on this rail only", async (status, found, code) => {
      const place = { api: "merchant", endpoint: "verify" } as const
      store.sandbox.fault({ kind: "status", status, ...place })
      const { checks } = await readHealth()
      const of = (id: HealthCheckId) => checks.find((each) => each.id === id)
      expect(of("credentials_hosted")).toMatchObject({
        status: found,
        code,
        params: { detail: expect.stringMatching(/verify/) },
      })
      expect(of("clock_hosted")).toMatchObject({ code: "no_answer" })
      expect(of("credentials_onchain")).toMatchObject({ status: "ok" })
    })

    it.each([
      [-20, "ok", "in_sync"],
      [90, "warning", "off"],
      [-90, "warning", "off"],
      [3600, "error", "far_off"],
    ])("has a clock that is %i s off: %s", async (seconds, status, code) => {
      gateway.behaviour = { skewMs: seconds * 1000 }
      const check = await read("clock_onchain")
      expect(check).toMatchObject({ status, code })
      const off = Number(check.params.seconds) - Math.abs(seconds)
      expect(Math.abs(off)).toBeLessThan(3)
    })

    it("is in another mode than the other rail's", async () => {
      const data = {
        access_token: "token",
        token_type: "Bearer",
        mode: "live",
        expires_at: "2099-01-01T00:00:00+00:00",
      }
      const body = JSON.stringify({ status: true, data })
      gateway.behaviour = answers(200, body)
      expect(await read("credentials_hosted")).toMatchObject({
        status: "warning",
        code: "mode_mix",
        params: { mode: "test", other_rail: "onchain", other_mode: "live" },
      })
    })
  })

  describe("the store's own address", () => {
    const FOUND: [what: string, behaviour: Behaviour | null, code: string][] = [
      ["nothing listens there", null, "unreachable"],
      [
        "a proxy in between rewrites JSON",
        {
          changeBody: (body) =>
            Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
        },
        "body_changed",
      ],
      ["a proxy in between replaces every body", REPLACES, "unauthorized"],
      ["a storefront answers instead", answers(404), "not_found"],
      [
        "it redirects",
        {
          answer: () => ({ status: 308, headers: { location: store.url } }),
        },
        "redirected",
      ],
      ["a login page answers instead", answers(200, "<p>"), "wrong_answer"],
      [
        "another store with the same secrets receives its webhooks",
        answers(200, '{"received":true}'),
        "other_store",
      ],
      ["it answers 507", answers(507), "refused"],
    ]

    it.each(FOUND)("%s: webhooks have an error", async (_, behaviour, code) => {
      const before = await store.readLedger()
      if (behaviour) {
        front.behaviour = behaviour
      } else {
        await front.close()
      }
      try {
        for (const rail of RAILS) {
          expect(await read(`webhook_${rail}`)).toMatchObject({
            status: "error",
            code,
            params: { url: `${front.url}/hooks/stablecoin/${rail}` },
          })
        }
        expect((await read("backend_url")).code).toBe(
          code === "unreachable" ? "unreachable" : "private_gateway"
        )
      } finally {
        await front.close()
        await front.open()
      }
      expect(await store.readLedger()).toEqual(before)
    })

    it("has an error in production where a developer's store has none", async () => {
      const { NODE_ENV } = process.env
      process.env.NODE_ENV = "production"
      try {
        expect(await found("backend_url")).toBe("error private")
        const body = await admin.get<AdminSummaryResponse>(
          "/admin/stablecoin/summary"
        )
        expect(body.summary.test_rails).toEqual(RAILS)
      } finally {
        process.env.NODE_ENV = NODE_ENV
      }
    })
  })

  describe("the store", () => {
    it("has no region that offers stablecoins", async () => {
      await store.db("region_payment_provider").delete()
      expect(await found("regions")).toBe("error not_enabled")
      expect(await found("currencies")).toBe("ok none")
    })

    it("offers a rail in a region that takes no new payments", async () => {
      await admin.saveSettings({ general: { accept_new_payments: "hosted" } })
      expect(await read("regions")).toMatchObject({
        status: "warning",
        code: "no_new_payments",
        params: { rail: "onchain" },
      })
      await admin.saveSettings({ general: { accept_new_payments: "all" } })
      expect(await found("regions")).toBe("ok enabled")
    })

    it("has a rule whose region is deleted", async () => {
      const { region_id: region } = store.seeded.euro
      const rules = [{ max: "90" }, { region, coins: ["USDC" as const] }]
      await admin.saveSettings({ general: { rules } })
      expect(await found("regions")).toBe("ok enabled")
      await admin.call("DELETE", `/admin/regions/${region}`)
      expect(await read("regions")).toMatchObject({
        status: "warning",
        code: "deleted_region",
        params: { rules: `2 (${region})` },
      })
    })

    it("has a region whose currency has no configured stablecoin", async () => {
      await store.db("region").update({ currency_code: "eur" })
      expect(await read("currencies")).toMatchObject({
        status: "error",
        code: "missing",
        params: { currencies: "EUR" },
      })
    })

    it("has an open exception", async () => {
      await store.stablecoin.exceptions.open(null, {
        kind: "webhook_problem",
        reason: "unreadable",
        key: "health:webhook_problem.unreadable",
        details: {},
      })
      expect(await read("exceptions")).toMatchObject({
        status: "warning",
        code: "open",
        params: { count: 1 },
      })
    })

    it("has secrets of a former account that its keys can't decrypt", async () => {
      await store.openPayment("onchain")
      expect(await read("encryption")).toMatchObject({
        code: "ready",
        params: { count: 1 },
      })
      await store.db("stablecoin_account").insert({
        id: "stacc_1",
        key: "onchain_former",
        rail: "onchain",
        base_url: "https://gateway.example",
        client_id: "client",
        secrets: "v1.00000000.AAAA.AAAA.AAAA",
      })
      expect(await read("encryption")).toMatchObject({
        status: "error",
        code: "unreadable",
        params: { count: 1, names: "onchain_former" },
      })
    })

    it("has not run a migration", async () => {
      const db = store.db
      const noted = db("mikro_orm_migrations")
      const applied: { id: number; name: string } = await noted
        .clone()
        .where("name", "like", "Migration20261122143713%")
        .first()
      await noted.clone().where({ id: applied.id }).update({ name: "other" })
      try {
        expect(await read("migrations")).toMatchObject({
          status: "error",
          code: "pending",
          params: { count: 1, names: "Migration20261122143713" },
        })
      } finally {
        await noted.clone().where({ id: applied.id }).update(applied)
      }
    })

    it("can't read a table: only that check fails, and names it", async () => {
      const db = store.db
      await db.raw("ALTER TABLE stablecoin_exception RENAME TO hidden_by_test")
      try {
        expect(await found("exceptions")).toBe("error check_failed")
        expect(await found("webhook_hosted")).toBe("ok received")
      } finally {
        await db.raw(
          "ALTER TABLE hidden_by_test RENAME TO stablecoin_exception"
        )
      }
    })
  })

  describe("webhooks of the gateway", () => {
    it("are a warning when they are rejected, though the store's own arrive", async () => {
      const path = "/hooks/stablecoin/onchain"
      const { status } = await postRaw(store, path, "{}")
      await store.stablecoin.webhooks.end()
      expect(status).toBe(401)
      // Unsigned requests don't count as webhooks.
      expect(await found("webhook_onchain")).toBe("ok received")

      await postRaw(store, path, "{}", { "x-business-signature": "00" })
      await store.stablecoin.webhooks.end()
      expect(await read("webhook_onchain")).toMatchObject({
        status: "warning",
        code: "rejected",
        params: { rail: "onchain", reason: "unauthorized" },
      })
      expect(await found("webhook_hosted")).toBe("ok received")
    })

    it("are not the store's own ones that a proxy has changed", async () => {
      front.behaviour = REPLACES
      expect(await found("webhook_onchain")).toBe("error unauthorized")
      front.behaviour = {}
      expect(await found("webhook_onchain")).toBe("ok received")
    })

    it("are an error when they stop, with the time since when", async () => {
      store.sandbox.fault({ kind: "drop" })
      const opened = [1, 2, 3].map(() => store.openPayment("onchain"))
      const ids = (await Promise.all(opened)).map(({ id }) => id)
      const db = store.db
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

      await db("stablecoin_webhook_state").update({
        last_rejected_at: new Date(),
        last_rejected_reason: "unauthorized",
      })
      expect(await found("webhook_onchain")).toBe("error rejected")
    })
  })
}, OPTIONS)
