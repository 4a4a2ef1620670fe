import { AdminApi } from "./admin-api.mts"
import { enterGateway, withChromium } from "./admin-in-browser.mts"
import type { AdminHealthResponse } from "../../src/http-types/index.ts"
import { startStore } from "./running-store.mts"

/**
 * Starts the store as in development, without a sandbox. The health check
 * names what is missing, and a merchant enters a gateway in the admin.
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
    const api = new AdminApi({ url })
    const { health } = await api.get<AdminHealthResponse>(
      "/admin/stablecoin/health"
    )
    if (health.status !== "error") {
      throw new Error(`Nothing is entered, and the health is ${health.status}.`)
    }
    await withChromium(async (chromium) => {
      await enterGateway(chromium, url)
    })
  } finally {
    await store.stop()
  }
}
