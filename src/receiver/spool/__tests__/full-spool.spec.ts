import { mkdir, readdir, rm } from "node:fs/promises"
import { Spool } from "../spool"
import { SpoolFullError } from "../spool-error"
import { append, database, numbers, webhook, withFolder } from "./support"

const GB = 1024 * 1024 * 1024
const opened: Spool[] = []
const open = async (folder: string, maxBytes = GB) => {
  const spool = await Spool.open({ folder, maxBytes })
  opened.push(spool)
  return spool
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((spool) => spool.close()))
})

describe("a spool that can't take a webhook", () => {
  it("refuses webhooks once it is full, and takes them again when it is drained", () =>
    withFolder(async (folder) => {
      const spool = await open(folder, 150)
      const results = await Promise.allSettled(
        numbers(5).map((number) => spool.append(webhook(number)))
      )
      const kept = results.filter(({ status }) => status === "fulfilled")
      expect(kept).toHaveLength(2)
      expect(spool.status).toMatchObject({ webhooks: 2, isFull: true })
      await expect(append(spool, 9)).rejects.toThrow(SpoolFullError)
      const { stored, store } = database()
      await spool.drain(store)
      await append(spool, 4)
      await spool.drain(store)
      expect(stored).toEqual([0, 1, 4])
    }))

  it("refuses webhooks before those that wait for the disk fill the memory", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      const results = await Promise.allSettled(
        numbers(1_000).map((n) => spool.append(webhook(n, 64 * 1024)))
      )
      const kept = results.filter(({ status }) => status === "fulfilled")
      expect(results.at(-1)).toMatchObject({
        reason: { message: expect.stringContaining("too slow") as string },
      })
      expect(spool.status.webhooks).toBe(kept.length)
      const { stored, store } = database()
      await spool.drain(store)
      // They arrived at once, and a slow disk may finish them in any order.
      expect(stored.toSorted((one, other) => one - other)).toEqual(
        numbers(kept.length)
      )
    }))

  it("refuses webhooks only while its folder can't be written", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      await append(spool, 0)
      await rm(folder, { recursive: true })
      await expect(append(spool, 1)).rejects.toThrow("could not be synced")
      await expect(append(spool, 1)).rejects.toThrow("ENOENT")
      await spool.checkDisk()
      expect(spool.status.isFull).toBe(true)
      await mkdir(folder)
      await spool.checkDisk()
      expect(spool.status.isFull).toBe(false)
      await append(spool, 2)
      const { stored, store } = database()
      const { webhooks, damaged, deleted } = await spool.drain(store)
      expect([webhooks, damaged, deleted > 0]).toEqual([1, 0, true])
      expect(await readdir(folder)).not.toContain("damaged")
      expect(stored).toEqual([2])
      expect(spool.isEmpty).toBe(true)
    }))
})
