import type { AdminSettingsChange } from "../../../../http-types"
import { Config } from "../config"
import { prepareChange } from "../prepare-change"
import { readStored } from "../stored"
import { endpointsToTest, testEndpoints } from "../test-endpoints"
import { SavedSettings, WITH_KEY } from "./saved-settings"

const KEY = "secret-api-key-4711"
/** A name that never resolves (RFC 6761). */
const NOWHERE = `https://polygon.invalid/v2/${KEY}`

const added: AdminSettingsChange = {
  blockchain: { rpc_urls: { POLYGON: { add: [NOWHERE] } } },
}

async function save(change: AdminSettingsChange, { rows }: SavedSettings) {
  return await prepareChange(change, new Config(WITH_KEY), rows)
}

it("an endpoint that can't be used is not saved, and the reason has no key", async () => {
  const outcome = await save(added, new SavedSettings())
  expect(outcome).toMatchObject({
    saved: false,
    refused: "endpoint",
    endpoint: {
      chain: "POLYGON",
      host: "polygon.invalid",
      problems: [{ code: "unreachable" }],
    },
  })
  expect(JSON.stringify(outcome)).not.toContain("4711")
})

it("an endpoint is saved anyway if the admin confirms it, which the history shows", async () => {
  const saved = new SavedSettings()
  const outcome = await save({ ...added, confirm: ["unverified"] }, saved)
  expect("write" in outcome && outcome.write(saved.rows)?.fields).toEqual([
    "blockchain.rpc_urls.POLYGON",
    "confirmed:unverified",
  ])
})

it("an endpoint that is stored already is not tested again", async () => {
  const saved = new SavedSettings()
  saved.save(added)
  const outcome = await save({ blockchain: { proof: "require" } }, saved)
  expect("write" in outcome).toBe(true)
})

describe("a test in the admin", () => {
  const plan = (options: unknown, typed?: string) =>
    endpointsToTest("POLYGON", typed, new Config(options), readStored([]))
  const rpcUrls = { POLYGON: "http://127.0.0.1:1/rpc" }

  it("is of the effective endpoints", () => {
    expect(plan({ blockchain: { rpcUrls } })).toMatchObject({
      ok: true,
      value: { addresses: [{ url: rpcUrls.POLYGON, addressScope: "any" }] },
    })
    expect(plan({})).toMatchObject({ ok: true, value: { addresses: [] } })
  })

  it("is of an entered one, in public networks only, with the config's contracts", () => {
    const USDT = { address: `0x${"12".repeat(20)}`, decimals: 8 }
    const tokens = { POLYGON: { USDT } }
    const blockchain = { tokens, finality: 12, proof: "require" }
    expect(plan({ blockchain }, NOWHERE)).toMatchObject({
      ok: true,
      value: {
        addresses: [{ url: NOWHERE, addressScope: "public" }],
        network: { tokens: { USDT } },
        finality: 12,
      },
    })
  })

  it("has a problem while an option is invalid", () => {
    expect(plan({ blockchain: { finality: 0 } }, NOWHERE)).toMatchObject({
      ok: false,
    })
  })

  it("is not run while several others are", async () => {
    const planned = plan({ blockchain: { rpcUrls } })
    const { value } = planned as Extract<typeof planned, { ok: true }>
    const tests = await Promise.all(
      Array.from({ length: 6 }, () => testEndpoints(value))
    )
    const codes = tests.flat().map(({ problems: [first] }) => first?.code)
    expect(codes.filter((code) => code === "busy")).toHaveLength(2)
  })
})
