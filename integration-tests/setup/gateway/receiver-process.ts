import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { TSX } from "../../../harness/tsx"

const ROOT = join(__dirname, "../../..")

/** A receiver in a process of its own, as the command starts it. */
export class ReceiverProcess {
  private constructor(
    readonly url: string,
    readonly pid: number,
    private readonly child: ChildProcess,
    /** Lines of its log. */
    readonly log: readonly string[]
  ) {}

  /**
   * @param options of the command, besides port and spool
   * @throws with the log, if it exits before it is ready
   */
  static async start(
    spool: string,
    env: Record<string, string>,
    options: readonly string[] = []
  ): Promise<ReceiverProcess> {
    const log: string[] = []
    const child = spawn(
      process.execPath,
      [...TSX, "src/cli/index.ts", "receive"].concat(
        ["--port", "0", "--spool", spool],
        ["--json", ...options]
      ),
      {
        cwd: ROOT,
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      }
    )
    createInterface(child.stderr).on("line", (line) => log.push(line))
    const lines = createInterface(child.stdout)
    // "close" follows the last line of the log, unlike "exit".
    const exited = once(child, "close").then(() => {
      throw new Error(`The receiver exited:\n${log.join("\n")}`)
    })
    const ready = once(lines, "line") as Promise<[string]>
    const [line] = await Promise.race([ready, exited])
    exited.catch(() => undefined)
    const { url, pid } = JSON.parse(line) as { url: string; pid: number }
    return new ReceiverProcess(url, pid, child, log)
  }

  /** Resolves when it has exited. */
  async exited(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await once(this.child, "exit")
    }
  }

  /** @returns the exit code, or the signal that ended it */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | string> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) {
      return this.child.exitCode ?? this.child.signalCode ?? ""
    }
    const exited = once(this.child, "exit")
    this.child.kill(signal)
    const [code, by] = (await exited) as [number | null, string | null]
    return code ?? by ?? ""
  }
}
