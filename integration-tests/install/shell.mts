import { spawn } from "node:child_process"
import { delimiter } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { ROOT } from "../../tools/scripts/pack.mts"

/** Lines shown of a failed command; Medusa's logs are long. */
const LAST_LINES = 40

export type Started = {
  /** Everything it has printed, without colours. */
  output(): string
  /** Its exit code; 1 after a signal. */
  ended: Promise<number>
  /** Ends it and all processes that it has started. */
  stop(): Promise<void>
}

/** A merchant's shell in a folder. */
export class Shell {
  /**
   * @param env variables in addition to those that a merchant has
   * @param ended stops its commands when it is aborted
   */
  constructor(
    readonly cwd: string,
    readonly env: Record<string, string>,
    readonly ended: AbortSignal
  ) {}

  /** The same folder, or one in it, with more variables. */
  with(env: Record<string, string>, cwd = this.cwd): Shell {
    return new Shell(cwd, { ...this.env, ...env }, this.ended)
  }

  /** Starts a shell command in its own process group. */
  start(line: string): Started {
    const child = spawn("sh", ["-c", line], {
      cwd: this.cwd,
      env: { ...ownEnvironment(), ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    })
    const chunks: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => chunks.push(text))
    }
    const ended = new Promise<number>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", (code) => resolve(code ?? 1))
    })
    return {
      output: () => stripVTControlCharacters(chunks.join("")),
      ended,
      stop: async () => {
        if (child.pid !== undefined && child.exitCode === null) {
          signal(child.pid, "SIGTERM")
          const late = setTimeout(() => signal(child.pid!, "SIGKILL"), 8_000)
          await ended
          clearTimeout(late)
        }
      },
    }
  }

  /** Runs a command until it exits. @returns its exit code and its output */
  async finish(line: string): Promise<{ code: number; output: string }> {
    this.ended.throwIfAborted()
    const command = this.start(line)
    const stop = () => void command.stop()
    this.ended.addEventListener("abort", stop, { once: true })
    const code = await command.ended
    this.ended.removeEventListener("abort", stop)
    this.ended.throwIfAborted()
    return { code, output: command.output() }
  }

  /**
   * Runs a command until it exits.
   *
   * @returns its output
   * @throws Error with its last lines, if it exits with another code than 0
   */
  async run(line: string): Promise<string> {
    const { code, output } = await this.finish(line)
    if (code !== 0) {
      throw new Error(`${line} exits with ${code}:\n${lastLines(output)}`)
    }
    return output
  }

  /** The same, with the line of JSON among what it prints, such as npm's messages. */
  async runForJson<T>(line: string): Promise<T> {
    const output = await this.run(line)
    const found = jsonLine(output)
    if (!found) {
      throw new Error(`${line} prints no JSON:\n${lastLines(output)}`)
    }
    return JSON.parse(found) as T
  }
}

/** The line of JSON in an output. */
export function jsonLine(output: string): string | undefined {
  return /^\{.*\}$/m.exec(output)?.[0]
}

export function lastLines(output: string): string {
  return output.trimEnd().split("\n").slice(-LAST_LINES).join("\n")
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name)
  } catch {
    // The group has already exited.
  }
}

/**
 * Our environment without the variables of npm and tsx, which a merchant's
 * shell doesn't have.
 */
function ownEnvironment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package|command|execpath|node_execpath|config_(local_)?prefix)|INIT_CWD|NODE_OPTIONS|NODE_ENV|DATABASE_URL|REDIS_URL|STABLECOIN_)/.test(
        name
      )
  )
  const PATH = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ROOT))
    .join(delimiter)
  return { ...Object.fromEntries(inherited), PATH }
}
