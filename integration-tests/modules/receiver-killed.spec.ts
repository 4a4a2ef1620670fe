import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { waitFor } from "../../harness/wait-for"
import { Spool } from "../../src/receiver/spool/spool"
import { newBody, receiverTest, sendTo } from "../setup/gateway/receiver-test"

const KILL_AT = join(__dirname, "../setup/gateway/kill-at.mjs")
/** Nothing listens there. */
const AWAY = "postgres://postgres:postgres@127.0.0.1:1/away"
/** The second webhook meets the step in a receiver that has run for a while. */
const KILLED_BY = 2
/** A drain stores so many webhooks at once. */
const BATCH = 64
const SPOOLED = 2 * BATCH + 20

const killedAt = (step: string, count = KILLED_BY) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(KILL_AT).href}`,
  KILL_AT: `${step}:${count}`,
})

receiverTest((bench) => {
  /**
   * Waits until the next receiver has stored webhooks, none of them twice.
   *
   * @returns all bodies in the database
   */
  async function storedByNext(bodies: readonly string[]): Promise<string[]> {
    const receiver = await bench.start()
    const stored = await waitFor("the webhooks to be stored", async () => {
      const found = await bench.stored()
      return bodies.every((body) => found.includes(body)) && found
    })
    expect(await receiver.end()).toBe(0)
    expect(stored).toHaveLength(new Set(stored).size)
    return stored
  }

  /** Sends webhooks until the receiver dies. @returns what it answered 200 */
  async function answeredBefore(
    receiver: { url: string },
    bodies: readonly string[]
  ): Promise<string[]> {
    const answered: string[] = []
    for (const body of bodies) {
      const sent = await sendTo(receiver, "onchain", body).catch(() => null)
      if (!sent) {
        break
      }
      expect(sent.status).toBe(200)
      answered.push(body)
    }
    return answered
  }

  describe("a webhook that was answered 200 is stored once although receivers were killed", () => {
    it("before, while and after they appended and synced webhooks, and before the answer", async () => {
      const answered: string[] = []
      const unanswered: Record<string, string> = {}
      for (const step of [
        "before-write",
        "half-write",
        "before-sync",
        "after-sync",
        "before-answer",
      ]) {
        const env = { ...killedAt(step), DATABASE_URL: AWAY }
        const bodies = [newBody("onchain"), newBody("onchain")] as const
        const kept = await answeredBefore(await bench.start({ env }), bodies)
        expect([step, kept]).toEqual([step, bodies.slice(0, 1)])
        answered.push(bodies[0])
        unanswered[step] = bodies[1]
      }

      const stored = await storedByNext(answered)
      const whole = Object.entries(unanswered).filter(([, body]) =>
        stored.includes(body)
      )
      expect(whole.map(([step]) => step)).toEqual([
        "before-sync",
        "after-sync",
        "before-answer",
      ])
      // The torn record.
      expect(await readdir(bench.folder)).toEqual(["damaged"])
    })

    it.each([
      { step: "before-insert", isInserted: false },
      { step: "after-insert", isInserted: true },
      { step: "before-answer", isInserted: true },
    ])("with a database, at $step", async ({ step, isInserted }) => {
      const bodies = [newBody("onchain"), newBody("onchain")] as const
      const receiver = await bench.start({ env: killedAt(step) })
      const answered = await answeredBefore(receiver, bodies)
      expect(answered).toEqual(bodies.slice(0, 1))
      const stored = await bench.stored()
      expect(bodies.map((body) => stored.includes(body))).toEqual([
        true,
        isInserted,
      ])
      expect(stored).toHaveLength(new Set(stored).size)
    })

    it("before, between and after the batches of a drain, and around the removal of its file", async () => {
      const left = await Spool.open({ folder: bench.folder, maxBytes: 2 ** 20 })
      const bodies = Array.from({ length: SPOOLED }, () => newBody("onchain"))
      const spooled = bodies.map((body) => ({
        rail: "onchain" as const,
        body: Buffer.from(body),
        signed_for: [],
        received_at: new Date().toISOString(),
      }))
      await Promise.all(spooled.map((webhook) => left.append(webhook)))
      await left.close()

      for (const [step, count, kept] of [
        ["before-insert", 1, 0],
        ["before-insert", 2, BATCH],
        ["after-insert", 2, 2 * BATCH],
        ["before-removal", 1, SPOOLED],
        ["after-removal", 1, SPOOLED],
      ] as const) {
        await bench.start({ env: killedAt(step, count) }).then(
          async (receiver) => await receiver.exited(),
          // It was killed before it listened.
          (error: unknown) =>
            expect(String(error)).toContain("The receiver exited")
        )
        const stored = await bench.stored()
        const own = bodies.filter((body) => stored.includes(body))
        // Those that were spooled first are in the database first.
        expect([step, count, own]).toEqual([step, count, bodies.slice(0, kept)])
      }

      await storedByNext(bodies)
      expect(await readdir(bench.folder)).toEqual([])
    })
  })
})
