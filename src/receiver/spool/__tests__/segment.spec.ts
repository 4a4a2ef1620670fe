import {
  type FileHandle,
  mkdtemp,
  readFile,
  rm,
  unlink,
} from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  countRecords,
  decodeRecords,
  encodeRecord,
  type SpooledWebhook,
} from "../record"
import { Segment } from "../segment"
import { handlePrototype } from "./support"

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spool-spec-"))
  path = join(folder, "1.spool")
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const webhook = (number: number): SpooledWebhook => ({
  rail: "hosted",
  body: Buffer.from(`{"number":${number},"text":"ñ"}`),
  signed_for: [{ account: "test:1", created_before: null }],
  received_at: "2030-01-01T00:00:00.000Z",
})
const webhooks = (count: number) =>
  Array.from({ length: count }, (_, number) => webhook(number))

async function written(count: number): Promise<SpooledWebhook[]> {
  const segment = await Segment.create(path)
  const all = webhooks(count)
  await Promise.all(all.map((each) => segment.append(encodeRecord(each))))
  await segment.close()
  return all
}

function decoded(file: Buffer) {
  const parts = [...decodeRecords(file)]
  return {
    webhooks: parts.flatMap(({ webhook }) => webhook ?? []),
    damaged: parts.flatMap(({ damaged }) => damaged ?? []),
  }
}

describe("a segment of the spool", () => {
  it("keeps every webhook byte for byte, in order", async () => {
    const all = await written(200)
    const file = await readFile(path)
    expect(decoded(file)).toEqual({ webhooks: all, damaged: [] })
    expect(countRecords(file)).toBe(200)
  })

  it("loses only the last webhook when its end is torn, at any byte", async () => {
    const all = await written(3)
    const whole = await readFile(path)
    const two = whole.length / 3 + whole.length / 3
    for (let length = two + 1; length < whole.length; length++) {
      expect(decoded(whole.subarray(0, length))).toEqual({
        webhooks: all.slice(0, 2),
        damaged: [length - two],
      })
    }
  })

  it("loses only the webhook that was damaged, at any byte, and says so", async () => {
    const all = await written(3)
    const size = (await readFile(path)).length / 3
    for (let at = size; at < 2 * size; at++) {
      const damaged = await readFile(path)
      damaged[at]! ^= 1
      expect(decoded(damaged)).toEqual({
        webhooks: [all[0], all[2]],
        damaged: [size],
      })
      expect(countRecords(damaged)).toBe(2)
    }
  })

  it("finds the webhooks around bytes that the disk returns as zeros", async () => {
    const all = await written(2)
    const file = await readFile(path)
    const zeros = Buffer.alloc(1024 * 1024)
    expect(decoded(Buffer.concat([zeros, file, zeros]))).toEqual({
      webhooks: all,
      damaged: [zeros.length, zeros.length],
    })
  })

  it("refuses a webhook that it could not read again", () => {
    const body = Buffer.alloc(128 * 1024)
    expect(() => encodeRecord({ ...webhook(1), body })).toThrow("too long")
  })

  it("is never written by two processes", async () => {
    await written(1)
    await expect(Segment.create(path)).rejects.toThrow("EEXIST")
  })

  it("takes no webhook when its file was deleted", async () => {
    const segment = await Segment.create(path)
    await unlink(path)
    const append = segment.append(encodeRecord(webhook(1)))
    await expect(append).rejects.toThrow("could not be synced")
    expect(segment.isBroken).toBe(true)
    await segment.close()
  })

  it("keeps all webhooks when the disk stops for minutes", async () => {
    const handle = await handlePrototype()
    let resume: () => void = () => undefined
    const stopped = new Promise<void>((resolve) => (resume = resolve))
    const { datasync } = handle
    vi.spyOn(handle, "datasync").mockImplementationOnce(async function (
      this: FileHandle
    ) {
      await stopped
      await datasync.call(this)
    })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const segment = await Segment.create(path)
    const first = segment.append(encodeRecord(webhook(1)))
    await vi.waitFor(() => expect(handle.datasync).toHaveBeenCalled())
    const second = segment.append(encodeRecord(webhook(2)))
    await vi.advanceTimersByTimeAsync(300_000)
    resume()
    await Promise.all([first, second])
    await segment.close()
    expect(decoded(await readFile(path))).toEqual({
      webhooks: [webhook(1), webhook(2)],
      damaged: [],
    })
  })

  it("writes the rest when the disk takes only a part", async () => {
    const handle = await handlePrototype()
    const { write } = handle
    vi.spyOn(handle, "write").mockImplementationOnce(async function (
      this: FileHandle,
      ...[bytes, from, length, at]: unknown[]
    ) {
      const part = [bytes, from, Math.ceil(Number(length) / 3), at]
      return (await Reflect.apply(write, this, part)) as never
    })
    const all = await written(2)
    expect(decoded(await readFile(path)).webhooks).toEqual(all)
  })

  it("takes no webhook after a failed fsync, and keeps those before it", async () => {
    const segment = await Segment.create(path)
    await segment.append(encodeRecord(webhook(1)))
    const handle = await handlePrototype()
    vi.spyOn(handle, "datasync").mockRejectedValueOnce(new Error("EIO"))
    await expect(segment.append(encodeRecord(webhook(2)))).rejects.toThrow(
      "could not be synced"
    )
    expect(segment.isBroken).toBe(true)
    await expect(segment.append(encodeRecord(webhook(3)))).rejects.toThrow()
    await segment.close()
    expect(decoded(await readFile(path)).webhooks[0]).toEqual(webhook(1))
  })
})
