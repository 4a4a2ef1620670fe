import { lookup } from "node:dns/promises"
import { isPublicAddress, isPublicHost } from "../../gateway"
import { check, error, ok, warning } from "../check"
import { request } from "../request"
import { addressScopeOf, type CheckContext } from "../context"

/** Checks that the gateway and returning buyers can reach the backend. */
export const backendUrl = check("backend_url", async (context) => {
  const { general } = await context.settings()
  if (!general.ok) {
    return error("missing", { problems: general.problems.join(" ") })
  }
  const url = general.value.backendUrl
  const { protocol, hostname } = new URL(url)
  const addresses = await resolve(hostname)
  if (!addresses) {
    return error("unresolved", { url })
  }
  const addressScope = addressScopeOf(context, general.value)
  const isPrivate = !isPublicHost(hostname) || !addresses.every(isPublicAddress)
  const inDevelopment = context.isProduction ? error : warning
  // A name may resolve to a different address inside a merchant's network.
  const privately = isPublicHost(hostname) ? warning : inDevelopment
  if (isPrivate && addressScope === "public") {
    return privately("private", { url })
  }
  const response = await request(`${url}/health`, { addressScope })
  if ("failed" in response) {
    return error("unreachable", { url, detail: response.failed })
  }
  if (isPrivate) {
    return !context.isProduction && (await isGatewayNear(context, hostname))
      ? ok("private_gateway", { url })
      : privately("private", { url })
  }
  return protocol === "https:"
    ? ok("public", { url })
    : inDevelopment("no_tls", { url })
})

/**
 * Whether each configured gateway is as near as the backend, such as the sandbox
 * on a developer's machine, and so reaches it: on this machine, or else in a
 * private network.
 */
async function isGatewayNear(
  { settings }: CheckContext,
  backend: string
): Promise<boolean> {
  const { hosted, onchain } = await settings()
  const gateways = [hosted, onchain].flatMap((rail) =>
    rail.ok ? new URL(rail.value.baseUrl).hostname : []
  )
  const isNear = (gateway: string) =>
    isThisMachine(backend) ? isThisMachine(gateway) : !isPublicHost(gateway)
  return gateways.length > 0 && gateways.every(isNear)
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || /^(127\.|\[::1\]$)/.test(hostname)
}

/** @returns null if the name can't be resolved */
async function resolve(hostname: string): Promise<string[] | null> {
  try {
    const name = hostname.replace(/^\[(.*)\]$/, "$1")
    const found = await lookup(name, { all: true })
    return found.map(({ address }) => address)
  } catch {
    return null
  }
}
