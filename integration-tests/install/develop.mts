import { AdminApi } from "./admin-api.mts"
import type { AdminHealthResponse } from "../../src/http-types/index.ts"
import { startStore } from "./running-store.mts"

/**
 * Starts the store as in development, with nothing entered yet. The health
 * check reports that, and Medusa compiles the admin.
 *
 * @param command the README's
 */
export async function develop(
  command: string,
  here: { cwd: string; env: Record<string, string> },
  url: string,
  ended: AbortSignal
): Promise<void> {
  const store = await startStore(command, here, url, ended)
  try {
    const { health } = await new AdminApi({ url }).get<AdminHealthResponse>(
      "/admin/stablecoin/health"
    )
    if (health.status !== "error") {
      throw new Error(`Nothing is entered, and the health is ${health.status}.`)
    }
    const page = await textOf(`${url}/app`, ended)
    const [, script = ""] =
      /<script type="module" src="([^"]+entry[^"]*)"/.exec(page) ?? []
    const code = await textOf(new URL(script, `${url}/app/`).href, ended)
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
