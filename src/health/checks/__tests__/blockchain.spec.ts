import {
  networkOf,
  node,
  type NodeOptions,
  TIME,
} from "../../../blockchain/__tests__/node"
import {
  type RpcServer,
  startRpcServer,
} from "../../../blockchain/rpc/__tests__/rpc-server"
import { CHAINS } from "../../../gateway"
import { resolveSettings } from "../../../modules/stablecoin/settings/settings"
import type { CheckContext } from "../../context"
import { blockchain } from "../blockchain"

const KEY = "key-4711"
const DOWN = null
const onchain = {
  baseUrl: "https://business.example",
  clientId: "test_business",
  clientSecret: "secret",
  webhookSecrets: ["whsec"],
  chains: ["POLYGON", "BSC"],
}

describe("the check of the chains", () => {
  const servers: RpcServer[] = []

  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ close }) => close()))
  })

  /** URLs of endpoints with these properties. */
  async function open(
    nodes: (Partial<NodeOptions> | null)[] = []
  ): Promise<string[]> {
    return await Promise.all(
      nodes.map(async (options) => {
        // Its newest block, 110, is of now.
        const now = TIME + 110 - Math.floor(Date.now() / 1_000)
        const server = await startRpcServer(
          options
            ? node({ ...options, age: now + (options.age ?? 0) }).answer
            : (_, response) => response.destroy()
        )
        servers.push(server)
        return `${server.url}/${KEY}`
      })
    )
  }

  async function find(
    nodes: Record<string, (Partial<NodeOptions> | null)[]>,
    more: object = {}
  ) {
    const opened = Object.entries(nodes).map(
      async ([chain, each]) => [chain, await open(each)] as const
    )
    return await findAt(Object.fromEntries(await Promise.all(opened)), more)
  }

  async function findAt(
    rpcUrls: Record<string, string | string[]>,
    more: object = {}
  ) {
    const settings = resolveSettings(
      { onchain, blockchain: { rpcUrls, ...more } },
      ""
    )
    const finding = await blockchain.run({
      settings: async () => settings,
    } as CheckContext)
    expect(JSON.stringify(finding)).not.toContain(KEY)
    return finding
  }

  const BSC: Partial<NodeOptions> = { network: networkOf("BSC") }

  it("is ok without an endpoint, and says that no chain is read", async () => {
    expect(await find({})).toMatchObject({ status: "ok", code: "off" })
  })

  it("names the chains that are read, and those where coins sent by mistake are not seen", async () => {
    expect(await find({ POLYGON: [{}, {}], BSC: [BSC] })).toMatchObject({
      status: "ok",
      code: "not_watched",
      params: {
        chains: "Polygon, BNB Smart Chain",
        count: 4,
        others: "Ethereum, Base, Arbitrum One, Avalanche C-Chain",
      },
    })
    // Monitors may repeat it each minute.
    const requests = servers.map((server) => server.requests.length)
    expect(requests).toEqual([1, 1, 1])
  })

  it.each<[string, string, string, (Partial<NodeOptions> | null)[]]>([
    ["wrong_chain", "error", "error", [{ chainId: 1 }]],
    ["wrong_chain", "error", "error", [{}, { chainId: 1 }]],
    ["unreachable", "warning", "error", [DOWN]],
    ["unreachable", "warning", "error", [{ tags: [] }, DOWN]],
    ["unreachable", "warning", "error", [{ age: 700 }]],
    ["unreachable", "warning", "error", [{ limited: ["eth_chainId"] }]],
    ["degraded", "warning", "warning", [DOWN, {}]],
    ["degraded", "warning", "warning", [{ age: 700 }, {}]],
  ])(
    "has the code %s, as %s, or as %s if proof is required: %j",
    async (code, observed, required, nodes) => {
      const chains = { POLYGON: nodes, BSC: [BSC] }
      expect(await find(chains)).toMatchObject({
        status: observed,
        code,
        params: { chains: "Polygon" },
      })
      expect(await find(chains, { proof: "require" })).toMatchObject({
        status: required,
        code,
      })
    }
  )

  it("says nothing of other networks where all are read", async () => {
    const all = Object.fromEntries(
      CHAINS.map((chain) => [chain, [{ network: networkOf(chain) }]])
    )
    expect(await find(all)).toMatchObject({
      status: "ok",
      code: "reachable",
    })
  })

  it("names each problem, the worst first", async () => {
    const nodes = {
      POLYGON: [{ tags: [] }, {}],
      BSC: [{ ...BSC, chainId: 1 }],
    }
    const { params } = await find(nodes)
    expect(params).toEqual({
      chains: "BNB Smart Chain",
      detail:
        "BNB Smart Chain: The endpoint 127.0.0.1 is of another network: its chain id is 1, not 56. Polygon: No block is final (finalized). The endpoint 127.0.0.1 refused a call (code -32602).",
    })
  })

  it("names offered networks without proof, though it is required", async () => {
    const nodes = { POLYGON: [{}] }
    expect(await find(nodes, { proof: "require" })).toMatchObject({
      status: "error",
      code: "not_all",
      params: { chains: "BNB Smart Chain" },
    })
    expect(await find(nodes)).toMatchObject({ status: "ok" })
  })

  it("needs no block called final where confirmations are counted", async () => {
    const finding = await find({ POLYGON: [{ tags: [] }] }, { finality: 12 })
    expect(finding).toMatchObject({ status: "ok" })
  })

  it("is an error while an option is invalid", async () => {
    expect(await find({ POLYGON: [{}] }, { finality: 0 })).toMatchObject({
      status: "error",
      code: "invalid",
      params: { problems: expect.stringContaining("blockchain.finality") },
    })
  })
})
