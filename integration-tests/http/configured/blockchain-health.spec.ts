import type {
  AdminHealthCheck,
  AdminHealthResponse,
} from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { Proxy } from "../../setup/gateway/proxy"
import { storeTest } from "../../setup/store/store"

const PATH = "/admin/stablecoin/health?fresh=true"
const CHAINS = ["POLYGON", "BSC"] as const
const KEY = "rpc-key-4711"

/** The endpoint of a third chain, which may be of another network. */
const base = new Proxy()

beforeAll(async () => await base.open())
afterAll(async () => await base.close())

storeTest({
  chains: CHAINS,
  env: { STABLECOIN_RPC_URLS_BASE: `${base.url}/BASE/${KEY}` },
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(async () => await admin.enrol())
    beforeEach(() => {
      base.reset()
      base.target = store.sandbox.urls.rpc
      for (const chain of [...CHAINS, "BASE"] as const) {
        store.sandbox.chain.mine(chain, 200)
      }
    })

    async function check(): Promise<AdminHealthCheck | undefined> {
      const { status, body } = await admin.call<AdminHealthResponse>(
        "GET",
        PATH
      )
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(KEY)
      return body.health.checks.find(({ id }) => id === "blockchain")
    }

    const giveWrongDecimals = () => {
      store.sandbox.chain.network("BSC").tokens.of("USDT").decimals = 6
    }
    const limitLogs = (maxLogRange: number) =>
      store.sandbox.setRules({ rpc: { POLYGON: { maxLogRange } } })

    it("tests each endpoint by two requests, so that a monitor may repeat it", async () => {
      const before = store.sandbox.requests({ api: "rpc" }).length

      expect(await check()).toMatchObject({
        status: "ok",
        code: "not_watched",
        message: expect.stringContaining(
          "Each endpoint of Polygon, Base, BNB Smart Chain passed its test."
        ),
      })

      const requests = store.sandbox.requests({ api: "rpc" }).slice(before)
      expect(requests).toHaveLength(2 * (CHAINS.length + 1))
    })

    it("reports an endpoint of another network, which would contradict every payment", async () => {
      // The requested path becomes the query.
      base.target = `${store.sandbox.urls.rpc}/ETH?`
      expect(await check()).toMatchObject({
        status: "error",
        code: "wrong_chain",
        params: { chains: "Base" },
        message:
          "An endpoint of Base is of another network. Base: The endpoint localhost is of ETH (chain id 1), not of BASE (chain id 8453).",
      })
    })

    it("reports a coin with other decimals, whose amounts would be wrong", async () => {
      giveWrongDecimals()
      expect(await check()).toMatchObject({
        status: "error",
        code: "wrong_coin",
        params: { chains: "BNB Smart Chain" },
        message: expect.stringContaining(
          "USDT has 6 decimals at the endpoint 127.0.0.1, not 18"
        ),
      })
    })

    it("reports an endpoint that returns logs of few blocks, by which transfers are found late", async () => {
      limitLogs(50)
      expect(await check()).toMatchObject({
        status: "warning",
        code: "no_logs",
        params: { chains: "Polygon" },
        message: expect.stringContaining(
          "The endpoint 127.0.0.1 returns no logs of 100 blocks at once"
        ),
      })
    })

    it("reports what is wrong with each chain, not only with the worst", async () => {
      base.behaviour = { answer: () => ({ status: 401, body: `no ${KEY}` }) }
      giveWrongDecimals()
      limitLogs(50)
      const found = await check()
      expect(found).toMatchObject({ status: "error", code: "wrong_coin" })
      expect(found?.message).toMatch(
        /BNB Smart Chain: USDT has .*Polygon: The endpoint .*logs.*Base: The endpoint localhost refuses its key/
      )
    })
  },
})
