import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@medusajs/framework/pg"
import {
  postRaw,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
} from "../../harness/gateway/webhooks"
import { TestDatabases } from "../../harness/postgres/test-databases"
import { waitFor } from "../../harness/wait-for"
import { type Rail, RAILS } from "../../src/ledger"
import {
  type OpenMetrics,
  parseOpenMetrics,
} from "../../src/receiver/metrics/__tests__/parse-open-metrics"
import { Spool } from "../../src/receiver/spool/spool"
import { ReceiverProcess } from "../setup/gateway/receiver-process"

const SECRETS: Record<Rail, string> = {
  hosted: "hosted-secret-of-the-receiver",
  onchain: "whsec-of-the-receiver",
}

const ENV = {
  STABLECOIN_HOSTED_BASE_URL: "https://gateway.example",
  STABLECOIN_HOSTED_CLIENT_ID: "test_merchant",
  STABLECOIN_HOSTED_CLIENT_SECRET: SECRETS.hosted,
  STABLECOIN_ONCHAIN_BASE_URL: "https://business.example",
  STABLECOIN_ONCHAIN_CLIENT_ID: "test_business",
  STABLECOIN_ONCHAIN_CLIENT_SECRET: "onchain-secret",
  STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: SECRETS.onchain,
}

const databases = TestDatabases.ofThisRun()
let databaseUrl: string
let admin: Client
let spool: string
let receiver: ReceiverProcess | undefined

beforeAll(async () => {
  databaseUrl = await databases.copyOf("migrated")
  admin = new Client(databases.url("postgres"))
  await admin.connect()
})

beforeEach(async () => {
  spool = await mkdtemp(join(tmpdir(), "medusa-stablecoin-spool-"))
})

afterEach(async () => {
  await receiver?.end("SIGKILL")
  receiver = undefined
  await rm(spool, { recursive: true, force: true })
})

afterAll(async () => {
  await admin?.end()
  await databases.drop(databaseUrl)
})

const start = async (): Promise<ReceiverProcess> =>
  (receiver = await ReceiverProcess.start(spool, {
    ...ENV,
    DATABASE_URL: databaseUrl,
  }))

const bodyOf = (rail: Rail, number: number): string =>
  rail === "hosted"
    ? JSON.stringify({ event: "payment.success", payload: {}, number })
    : JSON.stringify({ event: "payment_order.paid", data: {}, number })

async function send(
  { url }: { url: string },
  rail: Rail,
  body: string,
  path: string = WEBHOOK_PATHS[rail][0],
  secret = SECRETS[rail]
) {
  return await postRaw({ url }, path, body, {
    [SIGNATURE_HEADERS[rail]]: sign(body, secret),
  })
}

async function storedBodies(): Promise<string[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ body: string }>(
      "SELECT body FROM stablecoin_webhook_event ORDER BY id"
    )
    return rows.map(({ body }) => body)
  } finally {
    await client.end()
  }
}

/** Takes the database away: it refuses connections, as during a restart. */
async function takeAway(): Promise<void> {
  const name = databaseUrl.slice(databaseUrl.lastIndexOf("/") + 1)
  await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
  await endConnections()
}

async function endConnections(): Promise<void> {
  await admin.query(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1",
    [databaseUrl.slice(databaseUrl.lastIndexOf("/") + 1)]
  )
}

async function bringBack(): Promise<void> {
  const name = databaseUrl.slice(databaseUrl.lastIndexOf("/") + 1)
  await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
}

async function health(
  path = "/health"
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${receiver?.url}${path}`)
  return { status: response.status, body: await response.json() }
}

describe("a webhook sent to the receiver", () => {
  it.each(RAILS)("is stored at every address: %s", async (rail) => {
    const { url } = await start()
    for (const [number, path] of WEBHOOK_PATHS[rail].entries()) {
      const body = bodyOf(rail, number)
      const { status, body: answer } = await send({ url }, rail, body, path)
      expect([status, answer]).toEqual([200, { received: true }])
      expect(await storedBodies()).toContain(body)
    }
    expect(await health()).toEqual({ status: 200, body: { status: "ready" } })
    expect(await health("/hooks/stablecoin/health")).toEqual({
      status: 200,
      body: { status: "ready", receiver: true },
    })
  })

  it("is refused with another secret, and nothing is stored", async () => {
    const { url } = await start()
    const body = bodyOf("onchain", 100)
    const { status } = await send({ url }, "onchain", body, undefined, "forged")
    expect(status).toBe(401)
    expect(await storedBodies()).not.toContain(body)
  })

  it("waits in the spool while the database is away, and is stored once", async () => {
    const { url } = await start()
    await takeAway()
    const bodies = Array.from({ length: 40 }, (_, number) =>
      bodyOf("hosted", 200 + number)
    )
    try {
      for (const body of bodies) {
        expect((await send({ url }, "hosted", body)).status).toBe(200)
        expect((await send({ url }, "hosted", body)).status).toBe(200)
      }
      const forged = bodyOf("hosted", 300)
      const refused = await send({ url }, "hosted", forged, undefined, "no")
      expect(refused.status).toBe(401)
      expect(await health()).toEqual({
        status: 200,
        body: { status: "spooling" },
      })
    } finally {
      await bringBack()
    }
    await waitFor("the spool to be drained", async () => {
      const stored = await storedBodies()
      return bodies.every((body) => stored.includes(body))
    })
    const stored = await storedBodies()
    expect(stored.filter((body) => bodies.includes(body)).sort()).toEqual(
      bodies
    )
    expect(receiver?.log.join("\n")).not.toContain(SECRETS.hosted)
  })

  it("survives the death of the receiver, also where the next one starts without a database", async () => {
    const { url } = await start()
    await takeAway()
    const one = bodyOf("onchain", 400)
    const other = bodyOf("onchain", 401)
    try {
      expect((await send({ url }, "onchain", one)).status).toBe(200)
      await receiver?.end("SIGKILL")
      const next = await start()
      await waitFor("the log to name the reason", async () =>
        next.log.some((line) => line.includes("The database is away"))
      )
      expect((await send(next, "onchain", other)).status).toBe(200)
      // Only the options' secrets are known: the admin may have saved another.
      const strange = await send(next, "onchain", other, undefined, "unknown")
      expect(strange.status).toBe(503)
    } finally {
      await bringBack()
    }
    await waitFor("the spool to be drained", async () => {
      const stored = await storedBodies()
      return stored.includes(one) && stored.includes(other)
    })
  })

  it("waits in the spool while the database can only be read", async () => {
    const { url } = await start()
    const name = databaseUrl.slice(databaseUrl.lastIndexOf("/") + 1)
    const readOnly = async (value: string): Promise<void> => {
      await admin.query(
        `ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`
      )
      await endConnections()
    }
    await readOnly("on")
    const bodies = [bodyOf("onchain", 600), bodyOf("onchain", 601)]
    try {
      for (const body of bodies) {
        expect((await send({ url }, "onchain", body)).status).toBe(200)
      }
    } finally {
      await readOnly("off")
    }
    await waitFor("the spool to be drained", async () => {
      const stored = await storedBodies()
      return bodies.every((body) => stored.includes(body))
    })
  })

  it("is stored although another one in the spool can't be read any more", async () => {
    const left = await Spool.open({ folder: spool, maxBytes: 1024 * 1024 })
    const body = bodyOf("onchain", 700)
    for (const text of ["not JSON", body]) {
      await left.append({
        rail: "onchain",
        body: Buffer.from(text),
        signed_for: [],
        received_at: new Date().toISOString(),
      })
    }
    await left.close()
    await start()
    await waitFor("the spool to be drained", async () =>
      (await storedBodies()).includes(body)
    )
    expect(await readdir(join(spool, "rejected"))).toHaveLength(1)
    // The operator is told: it may have reported money.
    await waitFor("the metrics", async () => {
      const metrics = await (await fetch(`${receiver?.url}/metrics`)).text()
      return metrics.includes(
        'stablecoin_spool_drains_total{outcome="rejected"} 1'
      )
    })
    expect(receiver?.log.join()).toContain("1 webhooks of the spool were rej")
  })

  it("is not lost by the end of the receiver, which leaves no file behind", async () => {
    const running = await start()
    const sent = Array.from({ length: 50 }, async (_, number) => {
      const body = bodyOf("onchain", 500 + number)
      await send(running, "onchain", body)
      return body
    })
    await sent[0]
    const [code, ...results] = await Promise.all([
      running.end(),
      ...sent.map(async (body) => await body.catch(() => null)),
    ])
    expect(code).toBe(0)
    const answered = results.filter((body) => body !== null)
    expect(await storedBodies()).toEqual(expect.arrayContaining(answered))
    expect(await readdir(spool, { recursive: true })).toEqual([])
  })
})

describe("the receiver's metrics", () => {
  const read = async (): Promise<{ text: string; metrics: OpenMetrics }> => {
    const response = await fetch(`${receiver?.url}/metrics`)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe(
      "application/openmetrics-text; version=1.0.0; charset=utf-8"
    )
    const text = await response.text()
    return { text, metrics: parseOpenMetrics(text) }
  }

  it("count what is accepted, refused and spooled", async () => {
    const running = await start()
    await send(running, "hosted", bodyOf("hosted", 800))
    await send(running, "onchain", bodyOf("onchain", 801), undefined, "forged")
    await takeAway()
    try {
      await send(running, "hosted", bodyOf("hosted", 802))
      const { text, metrics } = await read()
      const counts = { "hosted accepted": 2, "onchain bad_signature": 1 }
      expect(metrics.values("stablecoin_webhook_received_total")).toEqual(
        counts
      )
      expect(
        metrics.values("stablecoin_webhook_request_duration_count")
      ).toEqual(counts)
      expect(metrics.values("stablecoin_receiver_count")).toEqual({
        spooling: 1,
      })
      expect(metrics.value("stablecoin_spool_webhook_count")).toBe(1)
      expect(metrics.value("stablecoin_spool_usage")).toBeGreaterThan(0)
      expect(metrics.value("stablecoin_spool_limit")).toBe(1024 ** 3)
      for (const secret of [
        ...Object.values(ENV),
        databaseUrl,
        new URL(databaseUrl).hostname,
        spool,
      ]) {
        expect(text).not.toContain(secret)
      }
    } finally {
      await bringBack()
    }
    await waitFor("the spool to be drained", async () => {
      const { metrics } = await read()
      return metrics.value("stablecoin_spool_webhook_count") === 0
    })
    const { metrics } = await read()
    expect(metrics.values("stablecoin_receiver_count")).toEqual({ ready: 1 })
    expect(metrics.value("stablecoin_spool_usage")).toBe(0)
  })
})
