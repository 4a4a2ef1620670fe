import { readdir } from "node:fs/promises"
import { waitFor } from "../../harness/wait-for"
import {
  healthOf,
  newBody,
  receiverTest,
  sendTo,
} from "../setup/gateway/receiver-test"
import { type SmallDisk, smallDisk } from "../setup/gateway/small-disk"

const FULL = { status: 503, body: { status: "full" } }
const SPOOLING = { status: 200, body: { status: "spooling" } }
const READY = { status: 200, body: { status: "ready" } }

/** Some of these fill a megabyte. */
const largeBody = () => newBody("onchain", "x".repeat(60_000))
const MOST = 40

type Sent = { kept: string[]; refused: string[] }

/** Sends large webhooks until one is refused. */
async function sendUntilRefused(receiver: { url: string }): Promise<Sent> {
  const kept: string[] = []
  while (kept.length < MOST) {
    const body = largeBody()
    const { status, body: answer } = await sendTo(receiver, "onchain", body)
    if (status !== 200) {
      expect([status, answer]).toEqual([
        503,
        {
          type: "unavailable",
          message: "The webhook could not be stored. Send it again.",
        },
      ])
      return { kept, refused: [body] }
    }
    kept.push(body)
  }
  throw new Error(`${MOST} webhooks were kept, and none was refused.`)
}

receiverTest((bench) => {
  /** Waits until exactly these bodies of a test are in the database. */
  async function expectStored({ kept, refused }: Sent): Promise<void> {
    await waitFor("the spool to be drained", async () => {
      const stored = await bench.stored()
      return kept.every((body) => stored.includes(body))
    })
    const stored = await bench.stored()
    expect(stored.filter((body) => kept.includes(body)).sort()).toEqual(
      kept.toSorted()
    )
    expect(stored.filter((body) => refused.includes(body))).toEqual([])
  }

  describe("a disk that is full", () => {
    let disk: SmallDisk | undefined
    afterEach(async () => {
      await disk?.remove()
      disk = undefined
    })

    it("refuses webhooks until it has room, and loses none that were kept", async () => {
      disk = await smallDisk(bench.folder)
      const receiver = await bench.start({ spool: disk.folder })
      await disk.limit(receiver.pid)
      await bench.takeAway()

      const sent = await sendUntilRefused(receiver)
      expect(sent.kept.length).toBeGreaterThan(0)
      expect(await healthOf(receiver)).toEqual(FULL)
      const again = await sendTo(receiver, "onchain", String(sent.refused[0]))
      expect(again.status).toBe(503)

      await disk.makeRoom(receiver.pid)
      // No webhook arrives meanwhile, as behind a proxy that checks the health.
      await waitFor("the disk to have room", async () => {
        return (await healthOf(receiver)).status === 200
      })
      expect(await healthOf(receiver)).toEqual(SPOOLING)
      const later = largeBody()
      expect((await sendTo(receiver, "onchain", later)).status).toBe(200)

      await bench.bringBack()
      await expectStored({ ...sent, kept: [...sent.kept, later] })
      expect(await healthOf(receiver)).toEqual(READY)
      expect(await receiver.end()).toBe(0)
      expect(await readdir(disk.folder)).toEqual([])
    })
  })

  describe("a spool that has reached --spool-mb", () => {
    it("refuses webhooks until it is drained, and loses none that were kept", async () => {
      const receiver = await bench.start({ options: ["--spool-mb", "1"] })
      await bench.takeAway()

      const sent = await sendUntilRefused(receiver)
      const bytes = sent.kept.join("").length
      expect(bytes).toBeGreaterThan(1024 * 1024 * 0.7)
      expect(bytes).toBeLessThan(1024 * 1024)
      expect(await healthOf(receiver)).toEqual(FULL)
      // It was full a moment ago, and says so until it was drained.
      const small = newBody("onchain")
      expect((await sendTo(receiver, "onchain", small)).status).toBe(503)

      await bench.bringBack()
      await expectStored({ ...sent, refused: [...sent.refused, small] })
      expect(await healthOf(receiver)).toEqual(READY)

      await bench.takeAway()
      const later = largeBody()
      expect((await sendTo(receiver, "onchain", later)).status).toBe(200)
      expect(await healthOf(receiver)).toEqual(SPOOLING)
      await bench.bringBack()
      await expectStored({ kept: [later], refused: sent.refused })
    })
  })
})
