import { resolveSettings } from "../../../modules/stablecoin/settings/settings"
import type { CheckContext } from "../../context"
import { transfers } from "../blockchain"

const URLS = {
  POLYGON: "https://polygon.example",
  BSC: "https://bsc.example",
}

/** @param incomplete when chains were last read to the end, if long ago */
async function find(rpcUrls: object, incomplete: Record<string, string> = {}) {
  const settings = resolveSettings({ blockchain: { rpcUrls } }, "")
  return await transfers.run({
    settings: async () => settings,
    stablecoin: {
      watch: {
        listIncomplete: async (since: Date) =>
          Object.entries(incomplete)
            .map(([chain, at]) => ({ chain, complete_at: new Date(at) }))
            .filter(({ complete_at }) => complete_at < since),
      },
    },
  } as unknown as CheckContext)
}

describe("the check of the transfers", () => {
  it("is ok while no chain is read", async () => {
    expect(await find({})).toMatchObject({ status: "ok", code: "off" })
  })

  it("is ok while each chain is read to its last final block", async () => {
    const recent = new Date(Date.now() - 14 * 60_000).toISOString()
    expect(await find(URLS, { BSC: recent })).toMatchObject({
      status: "ok",
      code: "complete",
      params: { chains: "Polygon, BNB Smart Chain" },
    })
  })

  it("names the chains that are not, and since when", async () => {
    const at = "2026-01-02T03:04:05.000Z"
    expect(await find(URLS, { BSC: at })).toMatchObject({
      status: "warning",
      code: "incomplete",
      params: { chains: "BNB Smart Chain", since: at },
    })
  })
})
