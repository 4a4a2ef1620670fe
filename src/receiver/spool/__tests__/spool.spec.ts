import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SpooledWebhook } from "../record"
import { Spool, SpoolFullError } from "../spool"

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spool-spec-"))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const MB = 1024 * 1024
const open = async (maxBytes = MB) => await Spool.open({ folder, maxBytes })
const webhook = (number: number): SpooledWebhook => ({
  rail: "onchain",
  body: Buffer.from(String(number)),
  signed_for: [],
  received_at: "2030-01-01T00:00:00.000Z",
})
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + index)
const append = async (spool: Spool, ...all: number[]) => {
  await Promise.all(all.map((number) => spool.append(webhook(number))))
}

/** A database that takes what it is given, unless it is away. */
function database() {
  const stored: number[] = []
  const state = { isAway: false }
  return {
    stored,
    state,
    store: async (webhooks: readonly SpooledWebhook[]) => {
      if (state.isAway) {
        throw new Error("The database is away.")
      }
      stored.push(...webhooks.map(({ body }) => Number(body.toString())))
    },
  }
}

describe("the spool", () => {
  it("moves all webhooks to the database, in order, and is empty then", async () => {
    const spool = await open()
    await append(spool, ...numbers(150))
    const { stored, store } = database()
    expect(await spool.drain(store)).toEqual({ webhooks: 150, damaged: 0 })
    expect(stored).toEqual(numbers(150))
    expect(spool.isEmpty).toBe(true)
    expect(await readdir(folder)).toEqual([])
  })

  it("keeps everything while the database is away", async () => {
    const spool = await open()
    await append(spool, 1)
    const { stored, state, store } = database()
    state.isAway = true
    await expect(spool.drain(store)).rejects.toThrow("away")
    await append(spool, 2)
    await expect(spool.drain(store)).rejects.toThrow("away")
    state.isAway = false
    await spool.drain(store)
    expect(stored).toEqual([1, 2])
  })

  it("takes over what a process that died has left", async () => {
    await append(await open(), 1, 2)
    const spool = await open()
    expect(spool.isEmpty).toBe(false)
    const { stored, store } = database()
    await spool.drain(store)
    expect(stored).toEqual([1, 2])
  })

  it("takes webhooks while it is drained, and loses none", async () => {
    const spool = await open()
    await append(spool, ...numbers(100))
    const { stored, store } = database()
    const appending = append(spool, ...numbers(100, 100))
    await Promise.all([spool.drain(store), appending, spool.drain(store)])
    await spool.drain(store)
    expect(stored.sort((a, b) => a - b)).toEqual(numbers(200))
  })

  it("refuses webhooks once it is full, and takes them again when it is drained", async () => {
    const spool = await open(150)
    await append(spool, 1)
    await append(spool, 2)
    await expect(append(spool, 3)).rejects.toThrow(SpoolFullError)
    const { stored, store } = database()
    await spool.drain(store)
    await append(spool, 4)
    await spool.drain(store)
    expect(stored).toEqual([1, 2, 4])
  })

  it("refuses webhooks only while its folder can't be written", async () => {
    const spool = await open()
    await rm(folder, { recursive: true })
    await expect(append(spool, 1)).rejects.toThrow("ENOENT")
    await mkdir(folder)
    await append(spool, 2)
    const { stored, store } = database()
    await spool.drain(store)
    expect(stored).toEqual([2])
  })
})
