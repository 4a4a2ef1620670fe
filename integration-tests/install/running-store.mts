import { waitFor } from "../../tools/harness/wait-for.ts"
import { lastLines, start, type Started } from "./command.mts"

/**
 * Milliseconds that a store or a sandbox may take to start. `medusa develop`
 * compiles the store's files first.
 */
const TIMEOUT_MS = 180_000

/** Output of the sandbox with `--json`. */
export type SandboxFacts = {
  urls: { merchant: string; business: string; control: string }
  /** Variables for the plugin. */
  env: Record<string, string>
}

/** Starts the sandbox that is installed in a folder, on free ports. */
export async function startSandbox(
  command: string,
  where: { cwd: string; env: Record<string, string> },
  ended: AbortSignal
): Promise<Started & { facts: SandboxFacts }> {
  const ports = ["merchant", "business", "control"].map(
    (name) => `--${name}-port 0`
  )
  const sandbox = start(`${command} --json ${ports.join(" ")}`, where)
  const facts = (): string | undefined => jsonLine(sandbox.output())
  await until(sandbox, () => facts() !== undefined, ended)
  return { ...sandbox, facts: JSON.parse(facts()!) as SandboxFacts }
}

/** Starts the store of a folder, and waits until it responds. */
export async function startStore(
  command: string,
  where: { cwd: string; env: Record<string, string> },
  url: string,
  ended: AbortSignal
): Promise<Started> {
  const store = start(command, where)
  const healthy = async (): Promise<boolean> =>
    await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false
    )
  await until(store, healthy, ended)
  return store
}

/** The line of JSON in an output that may also have npm's messages. */
export function jsonLine(output: string): string | undefined {
  return /^\{.*\}$/m.exec(output)?.[0]
}

/** Lines of a store's log that report an error. */
export function errorsIn(log: string): string[] {
  return log
    .split("\n")
    .filter((line) => /^error\b|"level":"error"|\b[A-Z]\w*Error:/.test(line))
}

/** Waits until a command is ready, and stops it on a timeout. */
async function until(
  command: Started,
  ready: () => boolean | Promise<boolean>,
  signal: AbortSignal
): Promise<void> {
  let hasEnded = false
  const end = () => void (hasEnded = true)
  command.ended.then(end, end)
  const isReady = async (): Promise<boolean> => {
    signal.throwIfAborted()
    if (hasEnded) {
      throw new Error("It exited.")
    }
    return await ready()
  }
  try {
    await waitFor("it to start", isReady, { timeoutMs: TIMEOUT_MS })
  } catch (error) {
    await command.stop()
    signal.throwIfAborted()
    throw new Error(`${String(error)}\n${lastLines(command.output())}`)
  }
}
