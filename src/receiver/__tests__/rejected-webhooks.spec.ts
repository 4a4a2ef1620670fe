import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { waitFor } from "../../../harness/wait-for"
import { DatabaseError } from "../../modules/stablecoin/repository/database-error"
import { BatchRefusedError } from "../spool/spool-error"
import {
  accept,
  bodyOf,
  RECEIVED_AT,
  spoolWebhooks,
  withStorage,
} from "./storage-support"

it("sets aside a spooled webhook whose data the database rejects", async () => {
  await withStorage(async ({ database, spool, storage, folder }) => {
    const [bad = "", good = ""] = await spoolWebhooks(spool, 2)
    database.errors.set(bad, new DatabaseError("Bad text.", "22021"))
    await storage.begin()
    await waitFor("the drain", async () => spool.isEmpty)
    expect([...database.stored]).toEqual([good])
    expect(await readdir(join(folder, "rejected"))).toHaveLength(1)
  })
})

it("tells the merchant of a webhook that it answered and can't store: it may report money", async () => {
  await withStorage(async ({ database, spool, storage }) => {
    const [bad = ""] = await spoolWebhooks(spool, 2)
    database.errors.set(bad, new DatabaseError("Bad text.", "22021"))
    await storage.begin()
    await waitFor("the drain", async () => spool.isEmpty)
    expect(database.exceptions).toMatchObject([
      {
        kind: "webhook_problem",
        reason: "dead",
        message: expect.stringContaining("rejected"),
      },
    ])
  })
})

it("keeps all spooled webhooks while the database rejects each of them, and moves them later", async () => {
  await withStorage(async ({ database, spool, storage, folder, log }) => {
    const all = await spoolWebhooks(spool, 3)
    all.forEach((body) =>
      database.errors.set(body, new DatabaseError("A new column.", "23502"))
    )
    await storage.begin()
    await waitFor("the refusal", async () =>
      log.some((line) => line.includes("takes no webhook"))
    )
    expect(storage.status).toBe("spooling")
    expect(spool.status.webhooks).toBe(all.length)
    database.errors.clear()
    // A webhook that the database takes ends the wait for the next try.
    await accept(storage, bodyOf(-1))
    await waitFor("the drain", async () => spool.isEmpty)
    expect([...database.stored].sort()).toEqual(
      [...all, String(bodyOf(-1))].sort()
    )
    expect(storage.status).toBe("ready")
    expect(await readdir(folder)).not.toContain("rejected")
  })
})

it.each([
  ["its data", "22021"],
  ["a constraint", "23514"],
  ["a limit", "54000"],
])(
  "keeps a genuine webhook that the database rejects because of %s, and sets it aside once it takes another",
  async (_why, code) => {
    await withStorage(async ({ database, spool, storage, folder }) => {
      await storage.begin()
      await waitFor("the database", async () => storage.status === "ready")
      const bad = bodyOf(1)
      database.errors.set(String(bad), new DatabaseError("Rejected.", code))
      expect(await accept(storage, bad)).toMatchObject({ ok: true })
      const good = bodyOf(2)
      expect(await accept(storage, good)).toMatchObject({ ok: true })
      await waitFor("the drain", async () => spool.isEmpty)
      expect([...database.stored]).toEqual([String(good)])
      expect(await readdir(join(folder, "rejected"))).toHaveLength(1)
      expect(storage.status).toBe("ready")
    })
  }
)

it("moves the webhooks of the next file although the database rejects all of the first", async () => {
  await withStorage(async ({ database, spool, storage, folder }) => {
    const [bad = ""] = await spoolWebhooks(spool, 1)
    database.errors.set(bad, new DatabaseError("Rejected.", "23514"))
    await expect(
      spool.drain(async () => {
        throw new BatchRefusedError("Rejected.")
      })
    ).rejects.toThrow("Rejected.")
    await spool.append({
      rail: "onchain",
      body: bodyOf(2),
      signed_for: [],
      received_at: RECEIVED_AT,
    })
    await storage.begin()
    await waitFor("the drain", async () => spool.isEmpty)
    expect([...database.stored]).toEqual([String(bodyOf(2))])
    expect(await readdir(join(folder, "rejected"))).toHaveLength(1)
  })
})
