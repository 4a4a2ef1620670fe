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
    const admin = Admin.enrolled(store)
    beforeEach(() => {
      base.reset()
      base.target = store.sandbox.urls.rpc
      for (const chain of [...CHAINS, "BASE"] as const) {
        store.sandbox.chain(chain).mine(200)
      }
    })

    async function check(): Promise<AdminHealthCheck | undefined> {
      const body = await admin.get<AdminHealthResponse>(PATH)
      expect(JSON.stringify(body)).not.toContain(KEY)
      return body.health.checks.find(({ id }) => id === "blockchain")
    }

    const giveWrongDecimals = () => {
      store.sandbox.chain("BSC").coinOf("USDT").decimals = 6
    }

    it("reports what is wrong with each chain, not only with the worst", async () => {
      base.behaviour = { answer: () => ({ status: 401, body: `no ${KEY}` }) }
      giveWrongDecimals()
      store.sandbox.fault({ api: "rpc", kind: "status", endpoint: "POLYGON" })
      const found = await check()
      expect(found).toMatchObject({ status: "error", code: "wrong_coin" })
      expect(found?.message).toMatch(
        /BNB Smart Chain: USDT has .*Polygon: .*503.*Base: The endpoint localhost refuses its key/
      )
    })
  },
})
