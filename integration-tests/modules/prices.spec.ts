import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { rateOf } from "../../src/pricing"
import { machineTest, type Process } from "../setup/module/processes"

machineTest((machine) => {
  /** Requests of each currency, and the prices that are answered. */
  let requests: string[] = []
  let prices: Record<string, string> = {}
  let base = ""
  const server = createServer((request, response) => {
    const code = request.url!.slice(1)
    requests.push(code)
    response.writeHead(code in prices ? 200 : 503)
    response.end(JSON.stringify({ rate: prices[code] }))
  })
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, listening))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())
  beforeEach(() => {
    requests = []
    prices = { EUR: "1.08", JPY: "0.0066" }
  })

  const storeWith = (source: object = {}): Process =>
    machine.process({
      currencies: { usd: ["USDT"], eur: ["USDC"], jpy: ["USDC"] },
      pricing: {
        sources: [
          {
            type: "http",
            name: "rates",
            url: `${base}/{currency}`,
            pointer: "/rate",
            ...source,
          },
        ],
      },
    })

  const rateIn = async (
    { service }: Process,
    code = "eur",
    at = new Date()
  ) => {
    const { pricing, rows } = await service.settings.effective()
    const rate = pricing.ok && rateOf(code, pricing.value, rows.prices, at)
    return rate && (rate.ok ? rate.value : rate.reason)
  }

  const minutesLater = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000)

  it("prices are fetched once for all processes, and again a minute later", async () => {
    const [one, other] = [storeWith(), storeWith()]
    await Promise.all([
      one.service.prices.refresh(),
      other.service.prices.refresh(),
    ])
    expect(requests.sort()).toEqual(["EUR", "JPY"])
    expect([await rateIn(one), await rateIn(other, "jpy")]).toEqual([
      "1.08",
      "0.0066",
    ])

    await other.service.prices.refresh(minutesLater(2))
    expect(requests).toHaveLength(4)
  })

  it("a process that dies before it has stored the ECB's rates delays them by a minute", async () => {
    const ecb = { type: "ecb", url: `${base}/ecb` }
    const [dying, other] = [storeWith(ecb), storeWith(ecb)]
    Object.assign(dying.service.repository.prices, {
      store: () => Promise.reject(new Error("It was killed.")),
    })
    await expect(dying.service.prices.refresh()).rejects.toThrow("killed")
    await other.service.prices.refresh(minutesLater(2))
    expect(requests).toEqual(["ecb", "ecb"])
  })

  it("a source that fails keeps its last price until that is too old", async () => {
    const store = storeWith()
    await store.service.prices.refresh()
    prices = {}
    await store.service.prices.refresh(minutesLater(2))

    expect(await rateIn(store)).toBe("1.08")
    expect(await rateIn(store, "eur", minutesLater(16))).toBe("stale")
    const [row] = await store.service.repository.prices.list()
    expect(row?.problem).toContain("EUR: It answers with HTTP 503.")
    expect(store.warnings.join()).toContain("prices of rates are missing")
  })

  it("no price of another address is used once the source has changed", async () => {
    await storeWith().service.prices.refresh()
    const changed = storeWith({ url: `${base}/{currency}?v=2` })
    await changed.service.prices.refresh()
    expect(await rateIn(changed)).toBe("no_source")
  })

  it("a jump is refused, and says so", async () => {
    const store = storeWith()
    await store.service.prices.refresh()
    prices.EUR = "108"
    await store.service.prices.refresh(minutesLater(2))
    expect(await rateIn(store)).toBe("stale")
    const [row] = await store.service.repository.prices.list()
    expect(row?.problem).toBe(
      "EUR: 108 is refused, since it differs too much from 1.08."
    )
  })
})
