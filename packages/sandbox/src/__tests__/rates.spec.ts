import { testSandbox } from "./kit"

describe("the prices", () => {
  const sandbox = testSandbox()

  const get = async (path: string) => {
    const answer = await fetch(`${sandbox.urls.rates}${path}`)
    return { status: answer.status, text: await answer.text() }
  }

  it("are one document, or one of each code", async () => {
    expect(JSON.parse((await get("/")).text)).toMatchObject({ USDT: "1" })
    const euro = { status: 200, text: '{"rate":"1.0832"}' }
    expect([await get("/EUR"), await get("/eur")]).toEqual([euro, euro])
    expect((await get("/XYZ")).status).toBe(404)
  })

  it("change, are deleted, and return with a reset", async () => {
    sandbox.setRates({ eur: 1.2, GBP: false, kwd: "3.25" })
    const { text } = await get("/")
    expect(JSON.parse(text)).toMatchObject({ EUR: "1.2", KWD: "3.25" })
    expect((await get("/GBP")).status).toBe(404)

    await sandbox.reset()
    expect((await get("/EUR")).text).toBe('{"rate":"1.0832"}')
    expect((await get("/GBP")).status).toBe(200)
  })

  it("are reference rates of the ECB too, for one euro, without coins", async () => {
    const { text } = await get("/ecb.xml")
    expect(text).toContain('<Cube currency="USD" rate="1.0832"/>')
    expect(text).toContain('<Cube currency="JPY" rate="164.121"/>')
    expect(text).toContain(new Date().toISOString().slice(0, 10))
    expect(text).not.toMatch(/USD[CT]/)
  })

  it("fail only by faults of their own, and record who asks", async () => {
    sandbox.fault({ kind: "status" })
    expect((await get("/EUR")).status).toBe(200)

    sandbox.fault({ kind: "status", api: "rates", endpoint: "ecb" })
    sandbox.fault({ kind: "broken_json", api: "rates", endpoint: "rates" })
    const broken = await get("/EUR")
    expect(() => JSON.parse(broken.text) as unknown).toThrow()
    expect(await get("/ecb.xml")).toMatchObject({ status: 503 })
    expect(
      sandbox.requests({ api: "rates" }).map(({ endpoint }) => endpoint)
    ).toEqual(["rates", "rates", "ecb"])
    sandbox.clearFaults()
  })
})
