import { NETWORKS } from "../../../../blockchain/networks"
import type { BlockchainSettings } from "../blockchain"
import { resolveSettings } from "../settings"

const KEY = "key-4711"
const URL_OF_POLYGON = `https://polygon.example/v2/${KEY}`
const URL_OF_BSC = `http://10.0.0.7:8545/${KEY}`
const rpcUrls = { POLYGON: URL_OF_POLYGON }
const hosted = {
  baseUrl: "https://gateway.example",
  clientId: "test_merchant",
  clientSecret: "secret",
}

const resolved = (blockchain: unknown) =>
  resolveSettings({ hosted, blockchain }, "")

function settingsOf(blockchain: unknown): BlockchainSettings {
  const settings = resolved(blockchain).blockchain
  if (!settings.ok) {
    throw new Error(settings.problems.join("\n"))
  }
  return settings.value
}

function problemsOf(blockchain: unknown): string[] {
  const settings = resolved(blockchain)
  expect(settings.hosted.ok).toBe(true)
  return settings.blockchain.ok ? [] : settings.blockchain.problems
}

describe("without an endpoint", () => {
  it.each<[string, unknown]>([
    ["no option", undefined],
    ["an empty option", {}],
    ["unset environment variables", { rpcUrls: { POLYGON: undefined } }],
    ["empty environment variables", { rpcUrls: { ETH: "", BSC: [" ", ""] } }],
    ["a mode that needs one", { proof: "observe" }],
  ])("no chain is read: %s", (_, blockchain) => {
    expect(settingsOf(blockchain)).toMatchObject({
      proof: "off",
      chains: {},
    })
  })

  it("a store that requires proof gets a problem instead", () => {
    expect(problemsOf({ proof: "require", rpcUrls: { ETH: "" } })).toEqual([
      expect.stringMatching(
        /^blockchain\.rpcUrls is missing: .+ Set an endpoint .+ in medusa-config\.ts\.$/
      ),
    ])
  })
})

it.each([
  [{ proof: "require", rpcUrls: { POLYGON: "no URL" } }, true],
  [{ proof: "observe" }, false],
  [{ proof: "required" }, true],
  [undefined, false],
])(
  "what is required stays required while %j is invalid",
  (blockchain, requires) => {
    expect(resolved(blockchain).requiresProof).toBe(requires)
  }
)

describe("the chains that have an endpoint", () => {
  it("are read, and the gateway's reports observed, unless configured", () => {
    expect(settingsOf({ rpcUrls })).toEqual({
      proof: "observe",
      chains: {
        POLYGON: {
          urls: [URL_OF_POLYGON],
          network: NETWORKS[0],
          finality: "finalized",
        },
      },
    })
  })

  it("have each URL of the environment once, in order", () => {
    const POLYGON = [undefined, URL_OF_POLYGON, "", ` ${URL_OF_POLYGON} `]
    const { chains } = settingsOf({
      rpcUrls: { POLYGON: [...POLYGON, URL_OF_BSC], BSC: [URL_OF_BSC] },
    })
    expect(chains.POLYGON?.urls).toEqual([URL_OF_POLYGON, URL_OF_BSC])
    expect(chains.BSC?.urls).toHaveLength(1)
    expect(chains.ETH).toBeUndefined()
  })

  it("have the finality of all, or of their own", () => {
    const finalityOf = (finality: unknown) => {
      const all = { ...rpcUrls, BASE: URL_OF_BSC, ETH: URL_OF_BSC }
      const { chains } = settingsOf({ rpcUrls: all, finality })
      const { POLYGON, BASE, ETH } = chains
      return [POLYGON, BASE, ETH].map((access) => access?.finality)
    }
    expect(finalityOf(12)).toEqual([12, 12, 12])
    const each = { POLYGON: 64, BASE: "safe" }
    expect(finalityOf(each)).toEqual([64, "safe", "finalized"])
  })

  it("have the contracts of the options, and the built-in ones otherwise", () => {
    const usdce = NETWORKS[0]!.others["USDC.e"]
    const USDC = { address: usdce!.address.toLowerCase(), decimals: 6 }
    const { chains } = settingsOf({ rpcUrls, tokens: { POLYGON: { USDC } } })
    expect(chains.POLYGON?.network).toEqual({
      ...NETWORKS[0],
      tokens: { USDC, USDT: NETWORKS[0]!.tokens.USDT },
      others: {},
    })
  })
})

it.each(["POLYGON", "ETH"])(
  "a coin of %s whose variable is not set has the built-in contract",
  (chain) => {
    const urls = { [chain]: URL_OF_POLYGON }
    const builtIn = settingsOf({ rpcUrls: urls })
    const tokens = { [chain]: { USDT: undefined } }
    expect(settingsOf({ rpcUrls: urls, tokens })).toEqual(builtIn)
  }
)

const tokens = (coin: string, address: string, decimals?: number) => ({
  tokens: { ETH: { [coin]: { address, decimals } } },
})

describe("an invalid option is named, leaves the rails working, and no URL is quoted", () => {
  it.each<[what: string, changes: object, named: string]>([
    ["a mode", { proof: "always" }, "proof: "],
    ["no confirmations", { finality: 0 }, "finality: "],
    ["a network of the finality", { finality: { POLIGON: 64 } }, "finality: "],
    [
      "a network of the URLs",
      { rpcUrls: { POLIGON: URL_OF_POLYGON } },
      "rpcUrls: must name networks among POLYGON, ",
    ],
    [
      "a URL without a network",
      { rpcUrls: URL_OF_POLYGON },
      "rpcUrls: must be an object with networks",
    ],
    [
      "a WebSocket",
      { rpcUrls: { ETH: ["", `wss://eth.example/${KEY}`] } },
      "rpcUrls.ETH.0: must be an http(s) URL",
    ],
    [
      "a password",
      { rpcUrls: { ETH: `https://user:${KEY}@eth.example` } },
      "rpcUrls.ETH.0: must not contain a user name or a password",
    ],
    [
      "a number",
      { rpcUrls: { ETH: 4711 } },
      "rpcUrls.ETH: must be a URL, or a list of URLs",
    ],
    ["another coin", tokens("DAI", "0x1", 18), "tokens.ETH: "],
    ["a short address", tokens("USDT", "0x1", 6), "tokens.ETH.USDT.address: "],
    [
      "no decimals",
      tokens("USDT", `0x${"1".repeat(40)}`),
      "tokens.ETH.USDT.decimals: ",
    ],
  ])("%s", (_, changes, named) => {
    const problems = problemsOf({ rpcUrls, ...changes })
    expect(problems).toEqual([expect.stringContaining(`blockchain.${named}`)])
    expect(problems[0]).toContain("medusa-config.ts")
    // The admin has no form for it.
    expect(problems[0]).not.toContain("Settings")
    expect(problems.join()).not.toContain("4711")
  })

  it("the contract of both coins", () => {
    const { address } = NETWORKS[0]!.tokens.USDT!
    const tokens = { POLYGON: { USDC: { address, decimals: 6 } } }
    expect(problemsOf({ rpcUrls, tokens })).toEqual([
      expect.stringMatching(
        /^blockchain\.tokens\.POLYGON: USDC and USDT have the same contract\. Set/
      ),
    ])
  })
})
