import { readdir } from "node:fs/promises"
import { waitFor } from "../../../harness/wait-for"
import { NotStoredError } from "../../modules/stablecoin/repository/webhook-events/insert-webhook-events"
import { accept, bodyOf, spoolWebhooks, withStorage } from "./storage-support"

const BUSY = new NotStoredError()

it.each([
  ["the database went away amid a batch", new Error("Connection terminated")],
  ["another process has it in hand", BUSY],
])(
  "keeps a spooled webhook that was not stored because %s",
  async (_why, error) => {
    await withStorage(async ({ database, spool, storage, folder }) => {
      const [first = "", second = ""] = await spoolWebhooks(spool, 2)
      database.errors.set(second, error)
      await storage.begin()
      await waitFor("the other one", async () => database.stored.has(first))
      const { statements } = database
      await waitFor("another try", async () => database.statements > statements)
      expect(spool.isEmpty).toBe(false)
      database.errors.clear()
      await waitFor("the drain", async () => spool.isEmpty)
      expect([...database.stored]).toEqual([first, second])
      expect(await readdir(folder)).not.toContain("rejected")
    })
  }
)

it("spools a webhook that another process has in hand, and nothing else", async () => {
  await withStorage(async ({ database, spool, storage }) => {
    await storage.begin()
    await waitFor("the database", async () => storage.status === "ready")
    const body = bodyOf(1)
    database.errors.set(body.toString(), BUSY)
    expect(await accept(storage, body)).toMatchObject({ ok: true })
    expect(spool.status.webhooks).toBe(1)
    expect(storage.status).toBe("ready")
  })
})

it("records when a spooled webhook was received, so that its rail is not quiet", async () => {
  await withStorage(async ({ database, spool, storage }) => {
    await spoolWebhooks(spool, 2)
    await spool.append({
      rail: "hosted",
      body: Buffer.from(
        JSON.stringify({ event: "payment.success", payload: {} })
      ),
      signed_for: [],
      received_at: "2000-01-01T00:00:00.000Z",
    })
    const before = Date.now()
    await storage.begin()
    await waitFor("the receipts", async () => database.received.size === 2)
    expect(database.received.get("hosted")).toEqual(
      new Date("2000-01-01T00:00:00.000Z")
    )
    // The clock that said 2030 was wrong.
    const at = Number(database.received.get("onchain"))
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })
})

it("keeps webhooks while it still moves a long spool, and ends before all are moved", async () => {
  await withStorage(async ({ database, spool, storage }) => {
    const all = await spoolWebhooks(spool, 1_000)
    await storage.begin()
    expect(database.stored.size).toBeLessThan(all.length)
    await accept(storage, bodyOf(-1))
    await storage.end()
    expect(database.stored.size).toBeLessThan(all.length)
    expect(spool.isEmpty).toBe(false)
  })
})
