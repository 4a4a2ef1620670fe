import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { z } from "zod"
import type { BuiltStore } from "../harness/built-store/built-store"
import { STORE_FOLDER } from "../harness/built-store/folder"
import { receiverEnvironment } from "../harness/cluster/receiver-node"
import type { BenchContext } from "./context"

const CLI = join(
  STORE_FOLDER,
  "node_modules/medusa-payment-stablecoin/.medusa/server/src/cli/index.js"
)
const readySchema = z.object({ url: z.url() })

/** A receiver in front of the store. */
export class ReceivingProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string
  ) {}

  /** Starts the command of the built package. */
  static async start(
    { atEnd }: Pick<BenchContext, "atEnd">,
    store: BuiltStore,
    spool: string
  ): Promise<ReceivingProcess> {
    const logFile = join(store.folder, "receiver.log")
    const log = openSync(logFile, "a")
    const child = spawn(
      process.execPath,
      [CLI, "receive", "--json", "--store", store.url].concat(
        ["--port", "0"],
        ["--spool", spool]
      ),
      {
        env: { ...process.env, ...receiverEnvironment(store.sandbox) },
        stdio: ["ignore", "pipe", log],
      }
    )
    closeSync(log)
    atEnd("The receiver", async () => await end(child, "SIGKILL"))
    const lines = createInterface({ input: child.stdout! })
    const [line] = (await Promise.race([
      once(lines, "line"),
      once(lines, "close"),
    ])) as [string?]
    if (line === undefined) {
      throw new Error(
        `The receiver did not start.\n${await readFile(logFile, "utf8")}`
      )
    }
    return new ReceivingProcess(child, readySchema.parse(JSON.parse(line)).url)
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
