import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Observer } from "../../harness/postgres/observer"
import { waitFor } from "../../harness/wait-for"
import { parseOpenMetrics } from "../../src/receiver/metrics/__tests__/parse-open-metrics"
import { Spool } from "../../src/receiver/spool/spool"
import {
  healthOf,
  newBody,
  receiverTest,
  sendTo,
} from "../setup/gateway/receiver-test"

type Received = { body: string; created_at: Date; last_received_at: Date }

receiverTest((bench) => {
  async function query<Row extends object>(sql: string): Promise<Row[]> {
    const observer = await Observer.connect(bench.databaseUrl)
    try {
      return await observer.query<Row>(sql)
    } finally {
      await observer.close()
    }
  }

  async function stored(bodies: readonly string[]): Promise<void> {
    await waitFor("the spool to be drained", async () => {
      const found = await bench.stored()
      return bodies.every((body) => found.includes(body))
    })
  }

  describe("a database that can be read", () => {
    /** Rejects webhooks from now on, as for a receiver before a migration. */
    const reject = async (condition: string) =>
      await query(
        `ALTER TABLE stablecoin_webhook_event
         ADD CONSTRAINT of_a_later_version CHECK (NOT (${condition})) NOT VALID`
      )
    const rejectNothing = async () =>
      await query(
        `ALTER TABLE stablecoin_webhook_event
         DROP CONSTRAINT IF EXISTS of_a_later_version`
      )
    afterEach(rejectNothing)

    it("and takes no webhook leaves all in the spool, with the time of their receipt", async () => {
      const receiver = await bench.start()
      await reject("true")
      const bodies = Array.from({ length: 3 }, () => newBody("onchain"))
      for (const body of bodies) {
        expect((await sendTo(receiver, "onchain", body)).status).toBe(200)
      }
      const spooledAt = new Date()
      await waitFor("a drain", async () =>
        receiver.log.some((line) => line.includes("takes no webhook"))
      )
      expect(await healthOf(receiver)).toEqual({
        status: 200,
        body: { status: "spooling" },
      })
      expect(await readdir(bench.folder)).not.toContain("rejected")

      await rejectNothing()
      await stored(bodies)
      const received = await waitFor("the receipts", async () => {
        const rows = await query<Received>(
          `SELECT body, event.created_at, last_received_at
           FROM stablecoin_webhook_event AS event
           JOIN stablecoin_webhook_state AS state USING (rail)
           WHERE last_received_at >= event.created_at`
        )
        const own = rows.filter(({ body }) => bodies.includes(body))
        return own.length === bodies.length && own
      })
      for (const { created_at } of received) {
        expect(Number(created_at)).toBeLessThanOrEqual(Number(spooledAt))
      }
      expect(await readdir(bench.folder)).not.toContain("rejected")
    })

    it("and rejects one webhook has it set aside, and takes the others", async () => {
      const receiver = await bench.start()
      await reject("body LIKE '%a bad one%'")
      const [bad, good] = [newBody("onchain", "a bad one"), newBody("onchain")]
      for (const body of [bad, good]) {
        expect((await sendTo(receiver, "onchain", body)).status).toBe(200)
      }
      expect(await bench.stored()).toContain(good)
      await waitFor("the drain", async () =>
        receiver.log.some((line) => line.includes("1 webhooks of the spool"))
      )
      expect(await readdir(join(bench.folder, "rejected"))).toHaveLength(1)
      expect(await bench.stored()).not.toContain(bad)
    })
  })

  it("a webhook is stored although another one in the spool can't be read any more", async () => {
    const left = await Spool.open({
      folder: bench.folder,
      maxBytes: 1024 * 1024,
    })
    const body = newBody("onchain")
    for (const text of ["not JSON", body]) {
      await left.append({
        rail: "onchain",
        body: Buffer.from(text),
        signed_for: [],
        received_at: new Date().toISOString(),
      })
    }
    await left.close()
    const receiver = await bench.start()
    await waitFor("the spool to be drained", async () =>
      (await bench.stored()).includes(body)
    )
    // The operator is told: it may have reported money.
    await waitFor("the metrics", async () => {
      const metrics = await (await fetch(`${receiver.url}/metrics`)).text()
      return metrics.includes(
        'stablecoin_spool_drains_total{outcome="rejected"} 1'
      )
    })
    expect(await readdir(join(bench.folder, "rejected"))).toHaveLength(1)
    expect(receiver.log.join()).toContain("1 webhooks of the spool were rej")
  })

  it("processes that replace others during an outage take over their spools", async () => {
    const { url, pid, log } = await bench.start({
      options: ["--processes", "2"],
    })
    await bench.takeAway()
    const bodies = Array.from({ length: 8 }, () => newBody("onchain"))
    try {
      for (const body of bodies) {
        expect((await sendTo({ url }, "onchain", body)).status).toBe(200)
      }
      process.kill(pid, "SIGHUP")
      await waitFor("the restart", async () =>
        log.some((line) => line.includes("All processes were restarted."))
      )
      await waitFor("their webhooks", async () => {
        const text = await (await fetch(`${url}/metrics`)).text()
        const metrics = parseOpenMetrics(text)
        return metrics.value("stablecoin_spool_webhook_count") === bodies.length
      })
    } finally {
      await bench.bringBack()
    }
    await stored(bodies)
  })
})
