import { lookup } from "node:dns/promises"
import { isPublicAddress, isPublicHost } from "../../gateway"
import { check, type Finding } from "../check"
import { request } from "../request"
import { addressScopeOf, type CheckContext } from "../context"

const SET_IT =
  "Set backendUrl to the public https address of this Medusa backend, such as https://store.example."

/** Checks that the gateway and returning buyers can reach the backend. */
export const backendUrl = check(
  "backend_url",
  async (context): Promise<Finding<"backend_url">> => {
    const { general } = await context.settings()
    if (!general.ok) {
      return {
        status: "error",
        code: "missing",
        message: general.problems.join(" "),
        remedy: SET_IT,
      }
    }
    const url = general.value.backendUrl
    const params = { url }
    const { protocol, hostname } = new URL(url)
    const addresses = await resolve(hostname)
    if (!addresses) {
      return {
        status: "error",
        code: "unresolved",
        params,
        message: `The name in ${url} does not resolve.`,
        remedy: `Check its spelling and its DNS records. ${SET_IT}`,
      }
    }
    const addressScope = addressScopeOf(context, general.value)
    const isPrivate =
      !isPublicHost(hostname) || !addresses.every(isPublicAddress)
    const inDevelopment = context.isProduction ? "error" : "warning"
    const privately: Finding<"backend_url"> = {
      // A name may resolve to a different address inside a merchant's network.
      status: isPublicHost(hostname) ? "warning" : inDevelopment,
      code: "private",
      params,
      message: `${url} is an address of a private network: a gateway on the internet can't send webhooks there.`,
      remedy: `${SET_IT} A developer's machine needs a tunnel for that.`,
    }
    if (isPrivate && addressScope === "public") {
      return privately
    }
    const response = await request(`${url}/health`, {
      addressScope: addressScope,
    })
    if ("failed" in response) {
      return {
        status: "error",
        code: "unreachable",
        params,
        message: `No answer from ${url} (${response.failed}).`,
        remedy: `Start the store if it is not running; otherwise make its address reachable from this machine. ${SET_IT}`,
      }
    }
    if (isPrivate) {
      return !context.isProduction && (await isGatewayNear(context, hostname))
        ? {
            status: "ok",
            code: "private_gateway",
            params,
            message: `${url} answers. It is an address of a private network, and so is the gateway's.`,
          }
        : privately
    }
    if (protocol !== "https:") {
      return {
        status: inDevelopment,
        code: "no_tls",
        params,
        message: `${url} is not encrypted: data of buyers and the gateway can be read in transit.`,
        remedy: SET_IT,
      }
    }
    return {
      status: "ok",
      code: "public",
      params,
      message: `${url} is public and answers.`,
    }
  }
)

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
