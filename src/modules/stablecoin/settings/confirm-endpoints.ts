import { CHAINS } from "../../../gateway"
import type { AdminEndpointTest } from "../../../http-types"
import { mapConcurrent } from "../../../shared/map-concurrent"
import type { EffectiveSettings } from "./effective-settings"
import type { Plan } from "./plan-change"
import { resolveSettings } from "./settings"
import { type EndpointsToTest, testEndpoints } from "./test-endpoints"

const CHAINS_AT_ONCE = 2

/**
 * Tests the endpoints that a change adds.
 *
 * @returns the first that can't be used, or null
 */
export async function findUnusableEndpoint({
  before,
  after,
}: Extract<Plan, { ok: true }>): Promise<AdminEndpointTest | null> {
  const tests = await mapConcurrent(
    addedEndpoints(before, after),
    CHAINS_AT_ONCE,
    testEndpoints
  )
  return tests.flat().find(({ ok }) => !ok) ?? null
}

function addedEndpoints(
  before: EffectiveSettings,
  after: EffectiveSettings
): EndpointsToTest[] {
  const { blockchain } = resolveSettings(after.options, "", after.provenance)
  if (!blockchain.ok) {
    return []
  }
  const { chains, finality } = blockchain.value
  return CHAINS.flatMap((chain) => {
    const access = chains[chain]
    const known = before.endpoints[chain].map(({ url }) => url)
    const addresses =
      access?.urls.filter(({ url }) => !known.includes(url)) ?? []
    return access && addresses.length
      ? [
          {
            chain,
            addresses,
            network: access.network,
            finality: finality[chain],
          },
        ]
      : []
  })
}
