import { randomBytes } from "node:crypto"
import type { AdminSettingsChange } from "../../../../http-types"
import { SavedSettings } from "../../settings/__tests__/saved-settings"
import { changedChains } from "../chain-policies"

const CONFIG = {
  encryptionKeys: [randomBytes(32).toString("base64")],
  onchain: { chains: ["POLYGON", "BSC"] },
  blockchain: { rpcUrls: { POLYGON: ["https://polygon.example"] } },
}
const BSC_URL = "https://bsc.example/key"
const addBsc = { rpc_urls: { BSC: { add: [BSC_URL] } } }

function changedBy(
  change: AdminSettingsChange,
  ...earlier: NonNullable<AdminSettingsChange["blockchain"]>[]
): string[] {
  const saved = new SavedSettings(CONFIG)
  for (const blockchain of earlier) {
    saved.save({ blockchain })
  }
  const before = saved.settings
  saved.save(change)
  return changedChains(before, saved.settings)
}

describe("payments that wait are reconciled after a change of", () => {
  it("the proof, on each chain that is concerned", () => {
    const blockchain = { proof: "require" } as const
    expect(changedBy({ blockchain })).toContain("POLYGON")
  })

  it("a chain's endpoints, on that chain", () => {
    expect(changedBy({ blockchain: addBsc })).toEqual(["BSC"])
    const another = { rpc_urls: { BSC: { add: [`${BSC_URL}-2`] } } }
    expect(changedBy({ blockchain: another }, addBsc)).toEqual(["BSC"])
  })

  it.each<[string, AdminSettingsChange]>([
    ["the finality", { blockchain: { finality: "safe" } }],
    ["another setting", { general: { item_name: "Shoes" } }],
    ["nothing", { blockchain: { proof: "observe", ...addBsc } }],
  ])("but not of %s", (_, change) => {
    expect(changedBy(change, { proof: "observe" }, addBsc)).toEqual([])
  })
})
