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

/** Starts a shell command in its own process group. */
export function start(
  line: string,
  { cwd, env }: { cwd: string; env: Record<string, string> }
): Started {
  const child = spawn("sh", ["-c", line], {
    cwd,
    env: { ...ownEnvironment(), ...env },
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

/**
 * Runs a shell command until it exits, and stops it when the signal is aborted.
 *
 * @returns its exit code and its output
 */
export async function finish(
  line: string,
  where: { cwd: string; env: Record<string, string> },
  ended: AbortSignal
): Promise<{ code: number; output: string }> {
  ended.throwIfAborted()
  const command = start(line, where)
  const stop = () => void command.stop()
  ended.addEventListener("abort", stop, { once: true })
  const code = await command.ended
  ended.removeEventListener("abort", stop)
  ended.throwIfAborted()
  return { code, output: command.output() }
}

/**
 * Runs a shell command until it exits.
 *
 * @returns its output
 * @throws Error with its last lines, if it exits with another code than 0
 */
export async function run(
  line: string,
  where: { cwd: string; env: Record<string, string> },
  ended: AbortSignal
): Promise<string> {
  const { code, output } = await finish(line, where, ended)
  if (code !== 0) {
    throw new Error(`${line} exits with ${code}:\n${lastLines(output)}`)
  }
  return output
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
