import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { z } from "zod"
import type { BuiltStore } from "../harness/built-store/built-store"
import { STORE_FOLDER } from "../harness/built-store/folder"
import { TSX } from "../harness/tsx"
import type { BenchContext } from "./context"

const CLI = join(
  STORE_FOLDER,
  "node_modules/medusa-payment-stablecoin/.medusa/server/src/cli/index.js"
)
const BARE = join(__dirname, "bare-receiver.ts")
const readySchema = z.object({ url: z.url(), pid: z.number() })

type Options = {
  store: BuiltStore
  /** Variables over those of the store. */
  env?: Record<string, string>
}

/** A process that receives webhooks, apart from the store. */
export class ReceivingProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Milliseconds from the command to its address. */
    readonly startedIn: number
  ) {}

  /** Starts the command of the built package, in the store's folder. */
  static async receiver(
    { atEnd }: Pick<BenchContext, "atEnd">,
    { spool, ...options }: Options & { spool: string }
  ): Promise<ReceivingProcess> {
    return await ReceivingProcess.#start(atEnd, options, [
      ...[CLI, "receive", "--json"],
      ...["--port", "0", "--spool", spool],
    ])
  }

  /** Starts the server that only stores. */
  static async bare(
    { atEnd }: Pick<BenchContext, "atEnd">,
    options: Options
  ): Promise<ReceivingProcess> {
    return await ReceivingProcess.#start(atEnd, options, [...TSX, BARE])
  }

  static async #start(
    atEnd: BenchContext["atEnd"],
    { store, env }: Options,
    args: string[]
  ): Promise<ReceivingProcess> {
    const logFile = join(store.folder, "receivers.log")
    const log = openSync(logFile, "a")
    const began = performance.now()
    const child = spawn(process.execPath, args, {
      cwd: STORE_FOLDER,
      env: { ...process.env, ...store.environment, ...env },
      stdio: ["ignore", "pipe", log],
    })
    closeSync(log)
    atEnd("A receiver", async () => await end(child, "SIGKILL"))
    const lines = createInterface({ input: child.stdout! })
    const [line] = (await Promise.race([
      once(lines, "line"),
      once(lines, "close"),
    ])) as [string?]
    const startedIn = performance.now() - began
    if (line === undefined) {
      throw new Error(
        `A receiver did not start.\n${await readFile(logFile, "utf8")}`
      )
    }
    const { url } = readySchema.parse(JSON.parse(line))
    return new ReceivingProcess(child, url, startedIn)
  }

  /** Resident memory in bytes, garbage included. */
  async memory(): Promise<number> {
    const args = ["-o", "rss=", "-p", String(this.child.pid)]
    const { stdout } = await promisify(execFile)("ps", args)
    return Number(stdout) * 1024
  }

  async end(): Promise<void> {
    await end(this.child, "SIGTERM")
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit")
    child.kill(signal)
    await exited
  }
}
