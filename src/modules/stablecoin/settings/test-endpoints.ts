import {
  type EndpointAddress,
  endpointProblem,
  testEndpoint,
} from "../../../blockchain/endpoint-test"
import type { Chain } from "../../../gateway"
import type { AdminEndpointTest } from "../../../http-types"
import { mapConcurrent } from "../../../shared/map-concurrent"
import { testWithinLimit } from "../gateway/tests-at-once"
import type { Config } from "./config"
import { mergeSettings } from "./effective-settings"
import type { BlockchainSettings, ChainAccess } from "./resolve-blockchain"
import { resolveSettings, type Resolved } from "./settings"
import type { StoredSettings } from "./stored"

const AT_ONCE = 4

/** Endpoints of one chain to test, with what they are compared with. */
export type EndpointsToTest = {
  chain: Chain
  addresses: readonly EndpointAddress[]
  network: ChainAccess["network"]
  finality: BlockchainSettings["finality"][Chain]
}

/**
 * An entered endpoint of a chain, or its effective ones.
 *
 * @param typed the URL, in public networks only
 */
export function endpointsToTest(
  chain: Chain,
  typed: string | undefined,
  config: Config,
  stored: StoredSettings
): Resolved<EndpointsToTest> {
  const { options, provenance } = mergeSettings(config, stored)
  const entered = typed && [{ url: typed, addressScope: "public" as const }]
  const rpcUrls = { [chain]: [], ...provenance.rpcUrls }
  const { blockchain } = resolveSettings(options, "", {
    ...provenance,
    rpcUrls,
  })
  if (!blockchain.ok) {
    return blockchain
  }
  const { chains, finality } = blockchain.value
  const access = chains[chain]
  return access
    ? {
        ok: true,
        value: {
          chain,
          addresses: entered || access.urls,
          network: access.network,
          finality: finality[chain],
        },
      }
    : { ok: false, problems: [`There is no endpoint of ${chain}.`] }
}

/**
 * Tests endpoints of a chain, within the process's limit of concurrent tests.
 * Reports errors instead of throwing them, and quotes no URL.
 */
export async function testEndpoints({
  chain,
  addresses,
  ...expected
}: EndpointsToTest): Promise<AdminEndpointTest[]> {
  const tests = await testWithinLimit(() =>
    mapConcurrent(addresses, AT_ONCE, async (address) => ({
      ...(await testEndpoint(address, expected)),
      chain,
    }))
  )
  return tests ?? addresses.map((address) => busy(chain, address))
}

function busy(chain: Chain, { url }: EndpointAddress): AdminEndpointTest {
  const { host } = new URL(url)
  return {
    ok: false,
    chain,
    host,
    evm_chain_id: null,
    head: null,
    finalized: null,
    log_range: null,
    coins: [],
    problems: [endpointProblem("busy", { host })],
  }
}
