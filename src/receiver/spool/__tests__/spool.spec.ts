import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { NOTHING_DRAINED as NOTHING } from "../drain-file"
import { countRecords } from "../record"
import { Spool } from "../spool"
import { SpoolError } from "../spool-error"
import { newFolderName, newSegmentName } from "../spool-names"
import {
  append,
  database,
  filesOf,
  numbers,
  webhook,
  withFolder,
} from "./support"

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

describe("the spool", () => {
  it("moves all webhooks to the database, in order, and leaves nothing", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      await append(spool, ...numbers(150))
      expect(spool.status).toMatchObject({ webhooks: 150, isFull: false })
      const { stored, store } = database()
      expect(await spool.drain(store)).toEqual({ ...NOTHING, webhooks: 150 })
      expect(stored).toEqual(numbers(150))
      expect(spool.isEmpty).toBe(true)
      expect(spool.status).toEqual({ webhooks: 0, bytes: 0, isFull: false })
      await spool.close()
      expect(await readdir(folder)).toEqual([])
    }))

  it("keeps everything while the database is away", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      await append(spool, 1)
      const { stored, state, store } = database()
      state.isAway = true
      await expect(spool.drain(store)).rejects.toThrow("away")
      await append(spool, 2)
      await expect(spool.drain(store)).rejects.toThrow("away")
      expect(spool.status.webhooks).toBe(2)
      state.isAway = false
      await spool.drain(store)
      expect(stored).toEqual([1, 2])
    }))

  it("keeps webhooks whose results the database didn't return", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      await append(spool, 1)
      const none = () => Promise.resolve([])
      await expect(spool.drain(none)).rejects.toThrow("0 results")
      expect(spool.status.webhooks).toBe(1)
    }))

  it("takes over what a closed process has left, by its size too", () =>
    withFolder(async (folder) => {
      const first = await open(folder)
      await append(first, 1, 2)
      await first.close()
      await expect(append(first, 3)).rejects.toThrow("closed")
      const spool = await open(folder)
      // A start does not wait for the files to be read.
      expect(spool.status).toEqual({ ...first.status, webhooks: 0 })
      await spool.count()
      await spool.count()
      expect(spool.status).toEqual(first.status)
      expect(spool.status.webhooks).toBe(2)
      const { stored, store } = database()
      await spool.drain(store)
      expect(stored).toEqual([1, 2])
    }))

  it("leaves no empty file of a process that died before it wrote one", () =>
    withFolder(async (folder) => {
      const dead = join(folder, newFolderName())
      await mkdir(dead)
      await writeFile(join(dead, newSegmentName()), "")
      const spool = await open(folder)
      expect(await filesOf(folder)).toEqual([])
      await spool.close()
      expect(await readdir(folder)).toEqual([])
    }))

  it("takes webhooks while it is drained, and loses none", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      await append(spool, ...numbers(100))
      const { stored, store } = database()
      const appending = append(spool, ...numbers(100, 100))
      await Promise.all([spool.drain(store), appending, spool.drain(store)])
      await spool.drain(store)
      expect(stored.sort((a, b) => a - b)).toEqual(numbers(200))
    }))

  it("splits a backlog into files, and removes each once it is stored", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      const all = numbers(260)
      await Promise.all(all.map((n) => spool.append(webhook(n, 64 * 1024))))
      expect(await filesOf(folder)).toHaveLength(3)
      const { stored, store } = database()
      const files: number[] = []
      await spool.drain(async (webhooks) => {
        files.push((await filesOf(folder)).length)
        return await store(webhooks)
      })
      expect(stored).toEqual(all)
      expect([...new Set(files)]).toEqual([3, 2, 1])
      expect(spool.status).toEqual({ webhooks: 0, bytes: 0, isFull: false })
    }))

  it("keeps webhooks that the database rejects, until they are put back", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      await append(spool, ...numbers(100))
      const { stored, store } = database([7, 70])
      expect(await spool.drain(store)).toEqual({
        ...NOTHING,
        webhooks: 98,
        rejected: 2,
      })
      expect(stored).toHaveLength(98)
      expect(spool.isEmpty).toBe(true)
      const [path = ""] = await filesOf(join(folder, "rejected"))
      expect(countRecords(await readFile(path))).toBe(2)
      await rename(path, join(folder, basename(path)))
      await spool.adopt()
      await spool.count()
      expect(spool.status.webhooks).toBe(2)
      const later = database()
      await spool.drain(later.store)
      expect(later.stored).toEqual([7, 70])
    }))

  it("stores the webhooks of a damaged or torn file, and keeps its bytes", () =>
    withFolder(async (folder) => {
      const first = await open(folder)
      await append(first, 1, 2, 3)
      await first.close()
      const [path = ""] = await filesOf(folder)
      const damaged = await readFile(path)
      const size = damaged.length / 3
      damaged[size + 20]! ^= 1
      const torn = damaged.subarray(0, damaged.length - 1)
      await writeFile(path, torn)
      const spool = await open(folder)
      const { stored, store } = database()
      expect(await spool.drain(store)).toEqual({
        ...NOTHING,
        webhooks: 1,
        damaged: 2 * size - 1,
      })
      expect(stored).toEqual([1])
      const [kept = ""] = await filesOf(folder)
      expect(kept).toBe(join(folder, "damaged", basename(path)))
      expect(await readFile(kept)).toEqual(torn)
      expect(spool.isEmpty).toBe(true)
    }))

  it("names the folder and the remedy when it can't be used", () =>
    withFolder(async (folder) => {
      const file = join(folder, "file")
      await writeFile(file, "")
      const failed = open(join(file, "spool"))
      await expect(failed).rejects.toThrow(SpoolError)
      await expect(failed).rejects.toThrow(/ENOTDIR.*another --spool/)
      const long = join(folder, "long".repeat(30))
      await expect(open(long)).rejects.toThrow(
        /is too long for a socket.*shorter --spool/
      )
    }))
})

it("begins no file for each try to drain while the database takes nothing", async () => {
  await withFolder(async (folder) => {
    const spool = await Spool.open({ folder, maxBytes: 2 ** 20 })
    const { state, stored, store } = database()
    state.isAway = true
    for (const number of numbers(10)) {
      await append(spool, number)
      await expect(spool.drain(store)).rejects.toThrow("away")
    }
    expect((await filesOf(folder)).length).toBeLessThanOrEqual(2)
    state.isAway = false
    await spool.drain(store)
    expect(stored).toEqual(numbers(10))
    await spool.close()
  })
})
