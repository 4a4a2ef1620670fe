import { isTestClient } from "./accounts"
import { isLoopback } from "./http/loopback"
import type { Settings } from "./options"
import { SandboxError } from "./sandbox-error"

/** @throws SandboxError if live credentials would be served to other machines */
export function assertLiveModeStaysHere(settings: Settings): void {
  const { hosted, onchain } = settings.seedSecrets
  const seeded = [hosted, onchain].some(
    (own) => own && !isTestClient(own.clientId)
  )
  if (settings.mode === "live" || seeded) {
    assertOnlyThisMachine(settings)
  }
}

/**
 * A store on another machine would accept live credentials as a real gateway's,
 * and the sandbox's payments as real money.
 *
 * @throws SandboxError if the APIs are reachable from other machines
 */
export function assertOnlyThisMachine({
  host,
  publicUrls,
}: Pick<Settings, "host" | "publicUrls">): void {
  const urls = Object.values(publicUrls).filter((url) => url !== undefined)
  const open = [host, ...urls.map((url) => new URL(url).hostname)].find(
    (each) => !isLoopback(each)
  )
  if (open !== undefined) {
    throw new SandboxError(
      `Live credentials (mode "live") can't be served on ${open}: only this machine may reach them, since a store could mistake the sandbox's payments for money. Serve them on 127.0.0.1, or use test credentials (mode "sandbox").`
    )
  }
}
