import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { z } from "zod"
import { RAILS } from "../../../src/ledger"
import type { Sandbox } from "../../../packages/sandbox/src"
import { webhookSecret } from "../gateway/webhooks"
import { TSX } from "../tsx"

const CLI = "src/cli/index.ts"
const readySchema = z.object({ url: z.url() })
const LAST_LINES = 40

type ReceiverInput = {
  name: string
  /** The address that it sends webhooks to. */
  store: string
  /** The gateway, which signs the webhooks. */
  sandbox: Sandbox
  port: number
  /** The folder of its spool, which others may share. */
  spool: string
  /** Collects its log across restarts. */
  logFile: string
}

/** The environment of a receiver behind which the sandbox is the gateway. */
function receiverEnvironment(sandbox: Sandbox): Record<string, string> {
  const secrets = RAILS.map((rail) => webhookSecret({ sandbox }, rail))
  return { STABLECOIN_WEBHOOK_SECRETS: secrets.join(",") }
}

/** A process of the command `receive`, which accepts a store's webhooks. */
export class ReceiverNode {
  #process: ChildProcess | null = null
  #url: string | null = null
  readonly #killAtExit = (): void => void this.#process?.kill("SIGKILL")

  constructor(private readonly input: ReceiverInput) {}

  get name(): string {
    return this.input.name
  }

  /** The address it listens on; null while it doesn't. */
  get url(): string | null {
    return this.#url
  }

  /**
   * Starts it and waits until it listens.
   *
   * @throws Error with the end of its log if it exits before
   */
  async start(): Promise<void> {
    const { name, store, sandbox, port, spool, logFile } = this.input
    const log = openSync(logFile, "a")
    const child = spawn(
      process.execPath,
      [
        ...TSX,
        CLI,
        "receive",
        ...["--store", store, "--port", String(port)],
        ...["--spool", spool, "--json"],
      ],
      {
        env: { ...process.env, ...receiverEnvironment(sandbox) },
        stdio: ["ignore", "pipe", log],
      }
    )
    closeSync(log)
    this.#process = child
    process.once("exit", this.#killAtExit)
    child.once("exit", () => {
      process.off("exit", this.#killAtExit)
      if (this.#process === child) {
        this.#url = null
      }
    })
    const lines = createInterface({ input: child.stdout! })
    const [line] = (await Promise.race([
      once(lines, "line"),
      once(lines, "close"),
    ])) as [string?]
    // Reads on, so that its output never fills the pipe.
    lines.on("line", () => {})
    if (line === undefined) {
      throw new Error(`${name} exited.\n${await this.#lastLines()}`)
    }
    this.#url = readySchema.parse(JSON.parse(line)).url
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process
    this.#url = null
    if (child?.pid && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
    }
  }

  async #lastLines(): Promise<string> {
    const text = await readFile(this.input.logFile, "utf8").catch(() => "")
    return text.trimEnd().split("\n").slice(-LAST_LINES).join("\n")
  }
}
