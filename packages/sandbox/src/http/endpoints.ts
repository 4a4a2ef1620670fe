import { CHAINS } from "../../../../src/gateway/schemas"
import type { RecordedApi } from "./request-log"

/**
 * Names of the calls of both APIs, of JSON-RPC's chains and of the prices, for
 * faults and the request log. `page` is a hosted page.
 */
export const ENDPOINT_NAMES = [
  "verify",
  "currencies",
  "create",
  "get",
  "cancel",
  "checkout",
  "confirm",
  "page",
  "ecb",
  "rates",
  ...CHAINS,
] as const
export type EndpointName = (typeof ENDPOINT_NAMES)[number]

const ENDPOINTS: Record<RecordedApi, [EndpointName, RegExp][]> = {
  merchant: [
    ["verify", /^POST \/merchant\/api\/verify$/],
    ["currencies", /^GET \/merchant\/api\/available-currencies$/],
    ["create", /^POST \/merchant\/api\/transaction-info$/],
    ["page", /^(GET|POST) \/merchant\/checkout\//],
  ],
  business: [
    ["verify", /^POST \/api\/v1\/auth\/verify$/],
    ["create", /^POST \/api\/v1\/transactions$/],
    ["cancel", /^POST \/api\/v1\/transactions\/[^/]+\/cancel$/],
    ["get", /^GET \/api\/v1\/transactions\/[^/]+$/],
    ["confirm", /^POST \/api\/v2\/business\/checkout\/[^/]+\/confirm$/],
    ["checkout", /^GET \/api\/v2\/business\/checkout\/[^/]+$/],
    ["page", /^(GET|POST) \/checkout\//],
  ],
  rpc: CHAINS.map((chain) => [chain, new RegExp(`^POST /${chain}\\b`, "i")]),
  rates: [
    ["ecb", /^GET \/ecb\.xml$/],
    ["rates", /^GET /],
  ],
}

/** The name of a call, or null if the API has no such endpoint. */
export function endpointName(
  api: RecordedApi,
  method: string,
  path: string
): EndpointName | null {
  const call = `${method} ${path}`
  return ENDPOINTS[api].find(([, pattern]) => pattern.test(call))?.[0] ?? null
}
