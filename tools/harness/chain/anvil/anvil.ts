import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../free-port"
import { waitFor } from "../../wait-for"
import { findAnvil } from "./find-anvil"

/** A running Ethereum node with a chain of its own, in memory. */
export type Anvil = {
  url: string
  /**
   * Asks the node.
   *
   * @throws Error when it refuses
   */
  request(method: string, params?: unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/**
 * Starts a node that mines each transaction at once, in a block of its own.
 * Its last block but one is `safe`, the one before it `finalized`.
 */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const program = findAnvil()
  if (!program) {
    throw new Error("There is no anvil. Run npm ci.")
  }
  // Otherwise each run leaves a folder in the user's own one.
  const folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-anvil-"))
  const port = await freePort()
  const settings = {
    port,
    "chain-id": chainId,
    "slots-in-an-epoch": 1,
    "cache-path": folder,
  }
  const node = spawn(
    program,
    Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    { stdio: "ignore" }
  )
  const kill = (): void => void node.kill()
  process.once("exit", kill)
  const stop = async (): Promise<void> => {
    process.off("exit", kill)
    if (node.exitCode === null && node.signalCode === null) {
      const gone = once(node, "exit")
      node.kill()
      await gone
    }
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  const request: Anvil["request"] = (...call) => requestOf(url, ...call)
  try {
    await waitFor("anvil to answer", async () => {
      if (node.exitCode !== null) {
        throw new Error(`anvil exited with ${node.exitCode}.`)
      }
      return await request("eth_chainId").catch(() => null)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, request, stop }
}

async function requestOf(
  url: string,
  method: string,
  params: unknown[] = []
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (error) {
    throw new Error(`${method} failed: ${error.message} (code ${error.code}).`)
  }
  return result
}
