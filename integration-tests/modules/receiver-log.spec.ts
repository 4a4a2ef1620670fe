import { once } from "node:events"
import { rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { z } from "zod"
import { waitFor } from "../../harness/wait-for"
import { newBody, receiverTest, sendTo } from "../setup/gateway/receiver-test"

const lineSchema = z.strictObject({
  level: z.enum(["info", "warn", "error"]),
  message: z.string().min(1),
  timestamp: z.iso.datetime(),
  pid: z.int(),
})

type Line = z.infer<typeof lineSchema>

const parsed = (log: readonly string[]): Line[] =>
  log.map((line) => lineSchema.parse(JSON.parse(line)))

const messages = (log: readonly string[]): string[] =>
  parsed(log).map(({ message }) => message)

receiverTest((bench) => {
  /** Has the process that evaluates medusa-config print on both outputs. */
  const printing = async (): Promise<Record<string, string>> => {
    const file = join(bench.folder, "print.cjs")
    await writeFile(
      file,
      `if (process.argv[1]?.includes("store-config")) {
        console.log("printed")
        console.error("warned")
      }`
    )
    return { NODE_OPTIONS: `--require=${file}` }
  }
  const spool = (): string => join(bench.folder, "spool")

  describe("the receiver's log", () => {
    it.each([1, 2])(
      "is lines of JSON from its start to its end: %s processes",
      async (count) => {
        const receiver = await bench.start({
          spool: spool(),
          env: await printing(),
          options: ["--processes", String(count)],
        })
        const { pid, log } = receiver
        const spooled = newBody("hosted")
        await sendTo(receiver, "hosted", newBody("hosted"))
        await bench.takeAway()
        try {
          await sendTo(receiver, "hosted", spooled)
        } finally {
          await bench.bringBack()
        }
        await waitFor("the spool to be drained", async () =>
          (await bench.stored()).includes(spooled)
        )
        process.kill(pid, "SIGHUP")
        await waitFor("SIGHUP", async () =>
          log.some((line) => /SIGHUP|were restarted/.test(line))
        )
        expect(await receiver.end()).toBe(0)
        const logged = messages(log)
        expect(logged).toContain("medusa-config: printed")
        expect(logged).toContain("medusa-config: warned")
        expect(logged.join("\n")).toContain("The database is away")
      }
    )

    it.each([1, 2])(
      "ends with the reason of a failed start: %s processes",
      async (count) => {
        await rm(bench.folder, { recursive: true })
        await writeFile(bench.folder, "This is not a folder.")
        const options = ["--processes", String(count)]
        const log = await logOf(bench.start({ options }))
        expect(messages(log).join("\n")).toContain(bench.folder)
        expect(parsed(log).at(-1)).toMatchObject({ level: "error" })
      }
    )

    it("names a port that is in use", async () => {
      const other = createServer().listen(0, "127.0.0.1")
      await once(other, "listening")
      const { port } = other.address() as AddressInfo
      try {
        const options = ["--port", String(port)]
        const log = await logOf(bench.start({ options }))
        expect(messages(log).at(-1)).toContain("can't listen")
      } finally {
        other.close()
      }
    })
  })
})

/** The log of a receiver that exits at its start. */
async function logOf(starting: Promise<unknown>): Promise<string[]> {
  const error = await starting.then(
    () => new Error("It has started."),
    (error: Error) => error
  )
  return error.message.split("\n").slice(1)
}
