import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { get, type IncomingMessage } from "node:http"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { type Measure, median, type Row } from "../measure"
import type { BenchContext } from "../context"
import { medusa } from "../medusa-command"

const POLL_EVERY_MS = 10
const TIMEOUT_MS = 60_000

type Kind = "ours" | "without"
type Env = Record<string, string>

const KINDS: Record<Kind, Env> = {
  ours: {},
  without: { BENCH_WITHOUT_PLUGIN: "true" },
}

/**
 * Time from `medusa start` until the store responds, with and without the
 * plugin.
 */
export const boot: Measure = {
  name: "boot",
  run: async ({ store, quick, say, freePort, atEnd }) => {
    // The shared store's tables are migrated and filled, and it is idle
    // meanwhile.
    const { environment, folder } = await store()
    const logFile = join(folder, "boots.log")
    const port = await freePort()
    const env: Env = {
      ...environment,
      PORT: String(port),
      // The stub provider is TypeScript, which plain Node.js does not load.
      BENCH_STUB_PROVIDER: "",
    }
    try {
      say("Store boots, with and without the plugin, alternating.")
      const started = async (kind: Kind): Promise<number> =>
        await timeOf({ ...env, ...KINDS[kind] }, port, logFile, atEnd)
      const times: Record<Kind, number[]> = { ours: [], without: [] }
      const kinds: Kind[] = ["ours", "without"]
      for (let round = 0; round < (quick ? 1 : 12); round++) {
        for (const kind of kinds.reverse()) {
          times[kind].push(await started(kind))
        }
      }
      return [rowOf(times)]
    } catch (error) {
      const log = await readFile(logFile, "utf8").catch(() => "")
      throw new Error(`${String(error)}\n${log.slice(-4_000)}`)
    }
  },
}

/** @returns milliseconds from the command to the first response */
async function timeOf(
  env: Env,
  port: number,
  logFile: string,
  atEnd: BenchContext["atEnd"]
): Promise<number> {
  const began = performance.now()
  const store = medusa({ args: ["start"], env, logFile })
  atEnd("A store that was booted", async () => await end(store))
  try {
    while (!(await isHealthy(port))) {
      if (store.exitCode !== null || performance.now() - began > TIMEOUT_MS) {
        throw new Error("The store did not start.")
      }
      await wait(POLL_EVERY_MS)
    }
    return performance.now() - began
  } finally {
    await end(store)
  }
}

async function isHealthy(port: number): Promise<boolean> {
  const request = get({
    host: "127.0.0.1",
    port,
    path: "/health",
    agent: false,
  })
  try {
    const [answer] = (await once(request, "response")) as [IncomingMessage]
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

async function end(store: ChildProcess): Promise<void> {
  if (store.exitCode === null && store.signalCode === null) {
    const exited = once(store, "exit")
    store.kill("SIGKILL")
    await exited
  }
}

function rowOf({ ours, without }: Record<Kind, number[]>): Row {
  const added = median(ours) - median(without)
  return {
    what: "store boot: medusa start until /health answers",
    ours: { value: median(ours), unit: "ms" },
    reference: { value: median(without), unit: "ms" },
    goal: { kind: "figure", is: "at most", value: 1.05 },
    note: `Medians of ${ours.length} boots each, alternating: plain Node.js, production, no admin, one migrated database. The plugin adds ${added.toFixed(0)} ms. With it ${range(ours)}, without it ${range(without)}. If these ranges are wide, a few boots prove little.`,
  }
}

function range(times: readonly number[]): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1)
  return `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))} s`
}
