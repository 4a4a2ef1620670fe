import { readdir } from "node:fs/promises"
import { Client } from "@medusajs/framework/pg"
import { postRaw, WEBHOOK_PATHS } from "../../harness/gateway/webhooks"
import { waitFor } from "../../harness/wait-for"
import { RAILS } from "../../src/ledger"
import { parseOpenMetrics } from "../../src/receiver/metrics/__tests__/parse-open-metrics"
import type { ReceiverProcess } from "../setup/gateway/receiver-process"
import {
  ENV,
  healthOf,
  newBody,
  receiverTest,
  SECRETS,
  sendTo,
} from "../setup/gateway/receiver-test"

/** Makes all transactions of a database read-only, or no longer. */
async function readOnly(databaseUrl: string, value: "on" | "off") {
  const end = databaseUrl.lastIndexOf("/")
  const name = databaseUrl.slice(end + 1)
  const client = new Client(`${databaseUrl.slice(0, end)}/postgres`)
  await client.connect()
  try {
    await client.query(
      `ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`
    )
    await client.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1",
      [name]
    )
  } finally {
    await client.end()
  }
}

receiverTest((bench) => {
  describe("a webhook sent to the receiver", () => {
    it.each(RAILS)("is stored at every address: %s", async (rail) => {
      const receiver = await bench.start()
      for (const path of WEBHOOK_PATHS[rail]) {
        const body = newBody(rail)
        const { status, body: answer } = await sendTo(
          receiver,
          rail,
          body,
          SECRETS[rail],
          path
        )
        expect([status, answer]).toEqual([200, { received: true }])
        expect(await bench.stored()).toContain(body)
      }
      expect(await healthOf(receiver)).toEqual({
        status: 200,
        body: { status: "ready" },
      })
      expect(await healthOf(receiver, "/hooks/stablecoin/health")).toEqual({
        status: 200,
        body: { status: "ready", receiver: true },
      })
    })

    it("is refused with another secret, and nothing is stored", async () => {
      const receiver = await bench.start()
      const body = newBody("onchain")
      const { status } = await sendTo(receiver, "onchain", body, "forged")
      expect(status).toBe(401)
      expect(await bench.stored()).not.toContain(body)
    })

    it("waits in the spool while the database is away, and is stored once", async () => {
      const receiver = await bench.start()
      await bench.takeAway()
      const bodies = Array.from({ length: 40 }, () => newBody("hosted"))
      try {
        for (const body of bodies) {
          expect((await sendTo(receiver, "hosted", body)).status).toBe(200)
          expect((await sendTo(receiver, "hosted", body)).status).toBe(200)
        }
        const forged = newBody("hosted")
        // The admin may have saved this secret right before the outage.
        const refused = await sendTo(receiver, "hosted", forged, "no")
        expect(refused.status).toBe(503)
        const unsigned = await postRaw(
          receiver,
          WEBHOOK_PATHS.hosted[0],
          forged
        )
        expect(unsigned.status).toBe(401)
        expect(await healthOf(receiver)).toEqual({
          status: 200,
          body: { status: "spooling" },
        })
      } finally {
        await bench.bringBack()
      }
      await waitFor("the spool to be drained", async () => {
        const stored = await bench.stored()
        return bodies.every((body) => stored.includes(body))
      })
      const stored = await bench.stored()
      expect(stored.filter((body) => bodies.includes(body)).sort()).toEqual(
        bodies.toSorted()
      )
      expect(receiver.log.join("\n")).not.toContain(SECRETS.hosted)
    })

    it("survives the death of the receiver, also where the next one starts without a database", async () => {
      const receiver = await bench.start()
      await bench.takeAway()
      const one = newBody("onchain")
      const other = newBody("onchain")
      try {
        expect((await sendTo(receiver, "onchain", one)).status).toBe(200)
        await receiver.end("SIGKILL")
        const next = await bench.start()
        await waitFor("the log to name the reason", async () =>
          next.log.some((line) => line.includes("The database is away"))
        )
        expect((await sendTo(next, "onchain", other)).status).toBe(200)
        // Only the options' secrets are known: the admin may have saved another.
        const strange = await sendTo(next, "onchain", other, "unknown")
        expect(strange.status).toBe(503)
      } finally {
        await bench.bringBack()
      }
      await waitFor("the spool to be drained", async () => {
        const stored = await bench.stored()
        return stored.includes(one) && stored.includes(other)
      })
    })

    it("waits in the spool while the database can only be read", async () => {
      const receiver = await bench.start()
      await readOnly(bench.databaseUrl, "on")
      const bodies = [newBody("onchain"), newBody("onchain")]
      try {
        for (const body of bodies) {
          expect((await sendTo(receiver, "onchain", body)).status).toBe(200)
        }
        // The log has the reason, without the statement and its webhooks.
        const reason = await waitFor("the log", async () =>
          receiver.log.find((line) => line.includes("could not be drained"))
        )
        expect(reason).toContain("drained: PostgreSQL answered 25006")
        expect(receiver.log.join()).not.toMatch(/stablecoin_|payment_order/)
      } finally {
        await readOnly(bench.databaseUrl, "off")
      }
      await waitFor("the spool to be drained", async () => {
        const stored = await bench.stored()
        return bodies.every((body) => stored.includes(body))
      })
    })

    it("is not lost by the end of the receiver, which leaves no file behind", async () => {
      const receiver = await bench.start()
      const sent = Array.from({ length: 50 }, async () => {
        const body = newBody("onchain")
        await sendTo(receiver, "onchain", body)
        return body
      })
      await sent[0]
      const [code, ...results] = await Promise.all([
        receiver.end(),
        ...sent.map(async (body) => await body.catch(() => null)),
      ])
      expect(code).toBe(0)
      const answered = results.filter((body) => body !== null)
      expect(await bench.stored()).toEqual(expect.arrayContaining(answered))
      expect(await readdir(bench.folder, { recursive: true })).toEqual([])
    })
  })

  describe("the receiver's metrics", () => {
    const read = async ({ url }: ReceiverProcess) => {
      const response = await fetch(`${url}/metrics`)
      expect(response.status).toBe(200)
      expect(response.headers.get("content-type")).toBe(
        "application/openmetrics-text; version=1.0.0; charset=utf-8"
      )
      const text = await response.text()
      return { text, metrics: parseOpenMetrics(text) }
    }

    it("count what is accepted, refused and spooled", async () => {
      const receiver = await bench.start()
      await sendTo(receiver, "hosted", newBody("hosted"))
      await sendTo(receiver, "onchain", newBody("onchain"), "forged")
      await bench.takeAway()
      try {
        await sendTo(receiver, "hosted", newBody("hosted"))
        const { text, metrics } = await read(receiver)
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
          bench.databaseUrl,
          new URL(bench.databaseUrl).hostname,
          bench.folder,
        ]) {
          expect(text).not.toContain(secret)
        }
      } finally {
        await bench.bringBack()
      }
      await waitFor("the spool to be drained", async () => {
        const { metrics } = await read(receiver)
        return metrics.value("stablecoin_spool_webhook_count") === 0
      })
      const { metrics } = await read(receiver)
      expect(metrics.values("stablecoin_receiver_count")).toEqual({ ready: 1 })
      expect(metrics.value("stablecoin_spool_usage")).toBe(0)
    })
  })
})
