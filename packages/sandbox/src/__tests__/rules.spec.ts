import { createSandbox, type SandboxOptions } from "../index"
import {
  call,
  createOrder,
  createTransaction,
  merchantToken,
  testSandbox,
} from "./kit"

/**
 * Changes of the merchant's account at the gateway, which a store must survive
 * while it runs.
 */
describe("the rules of a running sandbox", () => {
  const sandbox = testSandbox()

  const rules = (method: string, body?: unknown) =>
    call(method, `${sandbox.urls.control}/rules`, { body })

  const listed = async () => {
    const answer = await call(
      "GET",
      `${sandbox.urls.merchant}/merchant/api/available-currencies`,
      { token: await merchantToken(sandbox) }
    )
    const { currencies } = answer.body.data as {
      currencies: { code: string; checkout_methods: { key: string }[] }[]
    }
    return currencies.map(({ code, checkout_methods }) => [
      code,
      ...checkout_methods.map(({ key }) => key),
    ])
  }

  it("disable and enable a coin and a chain of the account", async () => {
    sandbox.setRules({ currencies: ["USDC"], chains: ["BASE"] })
    const rejected = await createOrder(sandbox)
    expect(rejected.status).toBe(422)
    expect(rejected.body.errors).toEqual({
      currency: [expect.stringContaining("not enabled")],
      chain: [expect.stringContaining("not enabled")],
    })
    expect((await listed()).map(([code]) => code)).toEqual(["USDC"])
    sandbox.setRules({ currencies: ["USDT", "USDC"], chains: ["POLYGON"] })
    expect((await createOrder(sandbox)).status).toBe(201)
  })

  it("refuse a coin on one chain, and take it on the others", async () => {
    await rules("POST", { coins: { BASE: ["USDC"] } })
    const statuses = async (currency: string) => [
      (await createOrder(sandbox, { currency, chain: "BASE" })).status,
      (await createOrder(sandbox, { currency, chain: "BSC" })).status,
    ]
    expect(await statuses("USDT")).toEqual([422, 201])
    expect(await statuses("USDC")).toEqual([201, 201])
    await rules("POST", { coins: {} })
    expect(await statuses("USDT")).toEqual([201, 201])
  })

  it("offer other payment methods", async () => {
    await rules("POST", { methods: ["exchange_account"] })
    expect(await listed()).toEqual([
      ["USDT", "exchange_account"],
      ["USDC", "exchange_account"],
    ])
    await rules("POST", { methods: ["debit_card"] })
    expect(await listed()).toEqual([["USDC", "debit_card"]])
    expect((await createTransaction(sandbox)).body.errors).toEqual({
      currency: ["Must be one of USDC."],
    })
    await rules("POST", { methods: [] })
    expect(await listed()).toEqual([])
  })

  it("give all orders of a chain one destination, or each its own", async () => {
    const destinations = async () => {
      const orders = [await createOrder(sandbox), await createOrder(sandbox)]
      return new Set(orders.map(({ body }) => body.data.destination_address))
    }
    expect((await destinations()).size).toBe(1)
    await rules("POST", { uniqueDestinations: true })
    expect((await destinations()).size).toBe(2)
    await sandbox.pay({ orderId: sandbox.orders().at(-1)?.orderId ?? "" })
    expect(sandbox.orders().at(-1)?.status).toBe("paid")
  })

  it("keep omitted rules, and have their defaults after a reset", async () => {
    await rules("POST", { chains: ["BASE"] })
    await rules("POST", { requirePublicUrls: true })
    expect((await rules("POST", {})).body).toMatchObject({
      chains: ["BASE"],
      currencies: ["USDT", "USDC"],
      requirePublicUrls: true,
    })
    const state = await call("GET", `${sandbox.urls.control}/state`)
    expect(state.body).toMatchObject({ rules: { chains: ["BASE"] } })
    await sandbox.reset()
    expect(sandbox.rules.chains).toHaveLength(6)
    expect(sandbox.rules.requirePublicUrls).toBe(false)
  })

  it.each([
    [{ chain: ["BASE"] }, "unknown chain"],
    [{ chains: ["SOLANA"] }, "chains[0]"],
    [{ methods: ["cash"] }, "methods[0]"],
    [{ hostedCurrencies: ["EUR"] }, "hostedCurrencies[0]"],
  ])("reject %j and name the problem", async (change, reason) => {
    const answer = await rules("POST", change)
    expect(answer.status).toBe(422)
    const { error } = answer.body as unknown as { error: string }
    expect(error).toContain(reason)
    expect(error).not.toContain("\n")
    await expect(createSandbox(change as SandboxOptions)).rejects.toThrow(
      reason
    )
  })

  it.each([
    [{ tokenTTL: 60 }, "unknown tokenTTL"],
    [{ tokenTtl: 0 }, "tokenTtl"],
    [{ ports: { mechant: 1 } }, "ports: unknown mechant"],
    [{ seedSecrets: { hosted: { id: "a" } } }, "seedSecrets.hosted"],
  ])("createSandbox rejects %j", async (options, reason) => {
    await expect(createSandbox(options as SandboxOptions)).rejects.toThrow(
      reason
    )
  })

  it("never issue expired tokens", () => {
    expect(() => sandbox.setTokenLifetime(0)).toThrow("lifetime")
  })
})
