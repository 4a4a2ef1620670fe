import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { TSX } from "../../../tools/harness/tsx"

const ROOT = join(__dirname, "../../..")

/**
 * Runs `medusa-payment-stablecoin` as a separate process, as an operator or a
 * script would.
 */
export async function runCli(
  args: string[],
  { cwd = ROOT, env = {} }: { cwd?: string; env?: Record<string, string> } = {}
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(
    process.execPath,
    [...TSX, join(ROOT, "src/cli/index.ts"), ...args],
    {
      cwd,
      // As in a store: without the variables that the test runner sets.
      env: { ...process.env, NODE_OPTIONS: "", LOG_LEVEL: "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    }
  )
  const [[code], out, err] = await Promise.all([
    once(child, "exit"),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code: code as number, out, err }
}
