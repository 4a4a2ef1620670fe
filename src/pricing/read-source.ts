import { parseXml, XmlElement } from "@rgrove/parse-xml"
import { Decimal } from "./amount"
import { DOLLAR } from "./dollar"
import type { PriceValue } from "./rates"
import type { PriceSource } from "./settings"

/** Thrown with one sentence on why a source gives no price. */
export class PriceSourceError extends Error {
  override readonly name = "PriceSourceError"
}

/** Returns the body of a successful response to a GET request, as text. */
export type GetText = (url: string) => Promise<string>

/** A source whose prices are fetched. */
export type FetchedSource = Exclude<PriceSource, { type: "fixed" }>

/** The answer of a source: prices by code, and the problems of the others. */
export type ReadPrices = {
  prices: Record<string, PriceValue>
  problems: string[]
}

const ECB_URL = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"

/**
 * Reads the prices of currencies from a source.
 *
 * @param codes lower case: currencies, and `usdt` and `usdc` if coins are priced
 */
export async function readSource(
  source: FetchedSource,
  codes: readonly string[],
  get: GetText,
  now: Date
): Promise<ReadPrices> {
  return source.type === "ecb"
    ? readEcb(await get(source.url ?? ECB_URL), codes)
    : await readHttp(source, codes, get, now)
}

/**
 * The ECB's reference rates: units of a currency for one euro, of one day.
 * <https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates>
 */
function readEcb(xml: string, codes: readonly string[]): ReadPrices {
  const cubes = cubesOf(parsed(xml))
  const at = cubes.find(({ time }) => time)?.time
  const perEuro = new Map([
    ["eur", "1"],
    ...cubes.flatMap(({ currency, rate }): [string, string][] =>
      currency && rate ? [[currency.toLowerCase(), rate]] : []
    ),
  ])
  const dollars = perEuro.get(DOLLAR)
  const day = new Date(`${at}T15:00:00Z`)
  if (!dollars || Number.isNaN(day.getTime())) {
    throw new PriceSourceError("The document has no reference rates.")
  }
  return collect(codes, (code) => {
    const units = perEuro.get(code)
    if (!units) {
      throw new PriceSourceError(`It has no rate of ${code.toUpperCase()}.`)
    }
    const value = new Decimal(priceIn(dollars)).div(priceIn(units))
    return {
      value: priceIn(value.precision(12).toFixed()),
      at: day.toISOString(),
    }
  })
}

function parsed(xml: string): XmlElement {
  try {
    // It expands no entities that the document declares.
    const { root } = parseXml(xml)
    if (root) {
      return root
    }
  } catch {
    // The parser's message quotes the document.
  }
  throw new PriceSourceError("The document is not XML.")
}

function cubesOf(element: XmlElement): Record<string, string | undefined>[] {
  return [
    element.attributes,
    ...element.children.flatMap((child) =>
      child instanceof XmlElement ? cubesOf(child) : []
    ),
  ]
}

async function readHttp(
  { url, pointer }: Extract<FetchedSource, { type: "http" }>,
  codes: readonly string[],
  get: GetText,
  now: Date
): Promise<ReadPrices> {
  const documents = new Map<string, Promise<unknown>>()
  const documentOf = async (address: string): Promise<unknown> => {
    const known = documents.get(address) ?? get(address).then(parseJson)
    documents.set(address, known)
    return await known
  }
  const read: ReadPrices = { prices: {}, problems: [] }
  for (const code of codes) {
    const fill = (template: string): string =>
      template.replaceAll("{currency}", code.toUpperCase())
    try {
      const document = await documentOf(fill(url))
      const value = priceIn(at(document, fill(pointer)))
      read.prices[code] = { value, at: now.toISOString() }
    } catch (error) {
      read.problems.push(problemOf(code, error))
    }
  }
  return read
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PriceSourceError("The answer is not JSON.")
  }
}

/** Follows a JSON pointer (RFC 6901). */
function at(document: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, part) =>
        typeof value === "object" &&
        value !== null &&
        Object.hasOwn(value, part)
          ? (value as Record<string, unknown>)[part]
          : undefined,
      document
    )
}

/** Limits what a price of any currency may be. */
const MOST = 1e9
const LEAST = 1e-9

/** @throws PriceSourceError if it is not a positive number of a sane size */
function priceIn(value: unknown): string {
  const isText = typeof value === "string" && value.length <= 60
  const price =
    isText || typeof value === "number" ? new Decimal(value) : new Decimal(NaN)
  if (!price.gte(LEAST) || !price.lte(MOST)) {
    throw new PriceSourceError("The price is not a number.")
  }
  return price.precision(18).toFixed()
}

function collect(
  codes: readonly string[],
  priceOf: (code: string) => PriceValue
): ReadPrices {
  const read: ReadPrices = { prices: {}, problems: [] }
  for (const code of codes) {
    try {
      read.prices[code] = priceOf(code)
    } catch (error) {
      read.problems.push(problemOf(code, error))
    }
  }
  return read
}

function problemOf(code: string, error: unknown): string {
  if (!(error instanceof PriceSourceError)) {
    throw error
  }
  return `${code.toUpperCase()}: ${error.message}`
}
