import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { TSX } from "../../../harness/tsx"
import { waitFor } from "../../../harness/wait-for"
import { withFolder } from "../../receiver/spool/__tests__/support"
import { writeStore } from "../../receiver/store-config/__tests__/stores"

const CLI = resolve(__dirname, "../index.ts")

/** Each starts several processes, which compile their code. */
vi.setConfig({ testTimeout: 60_000 })

/** Starts the command in the folder of a store with this config. */
async function startIn(folder: string, config: string, ...options: string[]) {
  await writeStore(folder, { "medusa-config.js": config })
  return spawn(
    process.execPath,
    [...TSX, CLI, "receive", "--port", "0", "--spool", "spool", ...options],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] }
  )
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe("a receiver whose medusa-config hangs", () => {
  const HANGS = `
    require("node:fs").appendFileSync("reading", process.pid + "\\n")
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`

  it.each([1, 2])("ends on SIGTERM: %s processes", async (count) => {
    await withFolder(async (folder) => {
      const starting = await startIn(
        folder,
        HANGS,
        ...["--processes", String(count)]
      )
      const exited = once(starting, "exit")
      const log = text(starting.stderr)
      const reading = await waitFor("the processes that read it", async () => {
        expect(starting.exitCode).toBeNull()
        const file = join(folder, "reading")
        const pids = (await readFile(file, "utf8").catch(() => "")).split("\n")
        return pids.length > count && pids.filter(Boolean).map(Number)
      })
      starting.kill("SIGTERM")
      expect([...(await exited), await log]).toEqual([0, null, ""])
      await waitFor("the end of all", async () => !reading.some(isRunning))
    })
  })
})
