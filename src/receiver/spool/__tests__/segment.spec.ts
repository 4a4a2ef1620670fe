import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SpooledWebhook } from "../record"
import { readSegment, Segment } from "../segment"

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spool-spec-"))
  path = join(folder, "1.spool")
})
afterEach(async () => {
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
  await Promise.all(all.map((each) => segment.append(each)))
  await segment.close()
  return all
}

describe("a segment of the spool", () => {
  it("keeps every webhook byte for byte, in order", async () => {
    const all = await written(200)
    expect(await readSegment(path)).toEqual({ webhooks: all, damaged: 0 })
  })

  it("loses only the last webhook when its end is torn, at any byte", async () => {
    const all = await written(3)
    const whole = await readFile(path)
    const two = whole.length / 3 + whole.length / 3
    for (let length = two; length < whole.length; length++) {
      await writeFile(path, whole.subarray(0, length))
      expect(await readSegment(path)).toEqual({
        webhooks: all.slice(0, 2),
        damaged: 0,
      })
      // The next webhook is then readable.
      expect((await readFile(path)).length).toBe(two)
    }
  })

  it("loses only the webhook that was damaged, and says so", async () => {
    const all = await written(3)
    const damaged = await readFile(path)
    const size = damaged.length / 3
    damaged[size + 20]! ^= 1
    await writeFile(path, damaged)
    expect(await readSegment(path)).toEqual({
      webhooks: [all[0], all[2]],
      damaged: size,
    })
  })

  it("is readable after its file was cut off to nothing", async () => {
    await written(1)
    await truncate(path, 0)
    expect((await readSegment(path)).webhooks).toEqual([])
  })

  it("is never written by two processes", async () => {
    await written(1)
    await expect(Segment.create(path)).rejects.toThrow("EEXIST")
  })
})
