import { waitFor } from "../../tools/harness/wait-for.ts"
import type { AdminHealthResponse } from "../../src/http-types/index.ts"
import { Merchant } from "../../tools/harness/shop/merchant.ts"
import { jsonLine, lastLines, type Shell, type Started } from "./shell.mts"

/**
 * Milliseconds that a store or a sandbox may take to start. `medusa develop`
 * compiles the store's files first.
 */
const TIMEOUT_MS = 180_000

/** Output of the sandbox with `--json`. */
export type SandboxFacts = {
  urls: { control: string; rates: string }
  /** Variables for the plugin. */
  env: Record<string, string>
}

/** Starts the sandbox that is installed in a folder, on free ports. */
export async function startSandbox(
  command: string,
  shell: Shell
): Promise<Started & { facts: SandboxFacts }> {
  const ports = ["merchant", "business", "control", "rpc", "rates"].map(
    (name) => `--${name}-port 0`
  )
  const sandbox = shell.start(`${command} --json ${ports.join(" ")}`)
  const facts = (): string | undefined => jsonLine(sandbox.output())
  await until(sandbox, () => facts() !== undefined, shell.ended)
  return { ...sandbox, facts: JSON.parse(facts()!) as SandboxFacts }
}

/** Starts the store of a folder, and waits until it responds. */
export async function startStore(
  command: string,
  shell: Shell,
  url: string
): Promise<Started> {
  const store = shell.start(command)
  const healthy = async (): Promise<boolean> =>
    await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false
    )
  await until(store, healthy, shell.ended)
  return store
}

/**
 * Starts the store as in development, with nothing entered yet. The health
 * check reports that, and Medusa compiles the admin.
 *
 * @param command the README's
 */
export async function develop(
  command: string,
  shell: Shell,
  url: string
): Promise<void> {
  const store = await startStore(command, shell, url)
  try {
    const { health } = await new Merchant({ url }).get<AdminHealthResponse>(
      "/admin/stablecoin/health"
    )
    if (health.status !== "error") {
      throw new Error(`Nothing is entered, and the health is ${health.status}.`)
    }
    const page = await textOf(`${url}/app`, shell.ended)
    const [, script = ""] =
      /<script type="module" src="([^"]+entry[^"]*)"/.exec(page) ?? []
    const code = await textOf(new URL(script, `${url}/app/`).href, shell.ended)
    if (!script || !code.includes("import")) {
      throw new Error(`The admin's page is ${page}`)
    }
  } finally {
    await store.stop()
  }
}

async function textOf(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) {
    throw new Error(`GET ${url} is answered ${response.status}.`)
  }
  return await response.text()
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
