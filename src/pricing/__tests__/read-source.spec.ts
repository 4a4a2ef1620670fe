import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import {
  type FetchedSource,
  PriceSourceError,
  readSource,
  textGetter,
} from "../index"
import { http, NOW } from "./samples"

/** As the ECB publishes it. */
const ECB = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube><Cube time='2026-11-27'>
    <Cube currency='USD' rate='1.0832'/>
    <Cube currency='JPY' rate='164.12'/>
    <Cube currency='GBP' rate='0.83'/>
  </Cube></Cube>
</gesmes:Envelope>`

const read = async (
  source: FetchedSource,
  codes: string[],
  documents: Record<string, string>
) =>
  await readSource(
    source,
    codes,
    async (url) => {
      const text = documents[url]
      if (text === undefined) {
        throw new PriceSourceError(`It answers with HTTP 404.`)
      }
      return text
    },
    NOW
  )

const ecb = { type: "ecb" as const, url: "https://ecb.example" }

describe("the reference rates of the ECB", () => {
  it("are dollars for one unit of each currency, at their day", async () => {
    const { prices, problems } = await read(ecb, ["eur", "jpy", "gbp", "kwd"], {
      "https://ecb.example": ECB,
    })
    const at = "2026-11-27T15:00:00.000Z"
    expect(prices).toEqual({
      eur: { value: "1.0832", at },
      jpy: { value: "0.00660004874482", at },
      gbp: { value: "1.30506024096", at },
    })
    expect(problems).toEqual(["KWD: It has no rate of KWD."])
  })

  it.each([
    ["no XML", "{}", "The document is not XML."],
    ["another document", "<a/>", "The document has no reference rates."],
    [
      "entities that would fill the memory",
      `<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>`,
      "The document is not XML.",
    ],
  ])("are not read from %s", async (_name, document, message) => {
    await expect(
      read(ecb, ["eur"], { "https://ecb.example": document })
    ).rejects.toThrow(message)
  })
})

describe("a JSON document", () => {
  const source = http("a")
  const url = "https://rates.example/EUR"

  it.each<[string, string, string]>([
    ["a number", `{"rate":1.0832}`, "1.0832"],
    ["a text", `{"rate":"1.0832"}`, "1.0832"],
    ["a small number", `{"rate":6.6e-3}`, "0.0066"],
  ])("has the price as %s", async (_name, document, value) => {
    const { prices } = await read(source, ["eur"], { [url]: document })
    expect(prices).toEqual({ eur: { value, at: NOW.toISOString() } })
  })

  it.each<[string, string | undefined, string]>([
    ["no JSON", "<a/>", "The answer is not JSON."],
    ["no such member", `{"other":1}`, "The price is not a number."],
    ["zero", `{"rate":0}`, "The price is not a number."],
    ["a negative number", `{"rate":-1}`, "The price is not a number."],
    ["too much", `{"rate":1e12}`, "The price is not a number."],
    ["no number", `{"rate":"abc"}`, "The price is not a number."],
    ["a list", `{"rate":[1]}`, "The price is not a number."],
    ["an error", undefined, "It answers with HTTP 404."],
  ])("without a price: %s", async (_name, document, message) => {
    const documents: Record<string, string> =
      document === undefined ? {} : { [url]: document }
    expect(await read(source, ["eur"], documents)).toEqual({
      prices: {},
      problems: [`EUR: ${message}`],
    })
  })

  it("is read once for all currencies where its address names none", async () => {
    const all = {
      ...source,
      url: "https://rates.example/all",
      pointer: "/data/{currency}~1USD/0",
    }
    const { prices } = await read(all, ["eur", "usdt"], {
      "https://rates.example/all": `{"data":{"EUR/USD":[1.08],"USDT/USD":["0.999"]}}`,
    })
    expect(prices).toMatchObject({
      eur: { value: "1.08" },
      usdt: { value: "0.999" },
    })
  })
})

describe("a document is fetched", () => {
  const answers: Record<string, [status: number, body: string]> = {
    "/ok": [200, `{"rate":1}`],
    "/moved": [302, ""],
    "/large": [200, "x".repeat(1024 * 1024 + 1)],
  }
  const server = createServer((request, response) => {
    const [status, body] = answers[request.url ?? ""] ?? [404, ""]
    response.writeHead(status, { location: "/ok" }).end(body)
  })
  let base = ""
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, listening))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  it("from an address of the config, also in a private network", async () => {
    expect(await textGetter(false)(`${base}/ok`)).toBe(`{"rate":1}`)
  })

  it.each<[string, string, boolean, string]>([
    ["a private network, as typed in the admin", "/ok", true, "https://"],
    ["another address", "/moved", false, "HTTP 302"],
    ["a document without end", "/large", false, "exceeds"],
    ["no document", "/none", false, "HTTP 404"],
  ])("but not from %s", async (_name, path, isPublicOnly, message) => {
    await expect(textGetter(isPublicOnly)(base + path)).rejects.toThrow(message)
  })
})
