import { BigNumber } from "bignumber.js"
import { Hono } from "hono"
import { z } from "zod"
import type { Gateway } from "./gateway"
import type { ApiEnv } from "./http/recorder"
import { parse } from "./parse"

/** US dollars for one unit of a currency or coin, by its code in upper case. */
export type Rates = Readonly<Record<string, string>>

export const DEFAULT_RATES: Rates = {
  EUR: "1.0832",
  GBP: "1.2714",
  JPY: "0.0066",
  USDC: "1",
  USDT: "1",
}

/** Rates to change, by code. False removes one. */
export const ratesChangeSchema = z
  .object({})
  .catchall(
    z.union([z.literal(false), z.coerce.string().regex(/^\d+(\.\d+)?$/)])
  )
  .refine(
    (rates) =>
      Object.keys(rates).every((code) => /^[a-z]{3}[ct]?$/i.test(code)),
    "a code has three letters, such as EUR; the coins are USDC and USDT"
  )

export type RatesChange = z.input<typeof ratesChangeSchema>

/** The rates after a change. @throws SandboxError 422 for another code or value */
export function applyRates(rates: Rates, change: RatesChange): Rates {
  const changed = new Map<string, string | false>(Object.entries(rates))
  const parsed = parse(ratesChangeSchema, change, "The change")
  for (const [code, rate] of Object.entries(parsed)) {
    changed.set(code.toUpperCase(), rate)
  }
  return Object.fromEntries(
    [...changed].flatMap(([code, rate]) => (rate ? [[code, rate]] : []))
  )
}

/** Prices as JSON, all or one, and as the European Central Bank's XML. */
export function ratesApi(gateway: Gateway): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.get("/", (c) => c.json(gateway.state.rates))
  app.get("/ecb.xml", (c) => {
    const xml = ecbDocument(gateway.state.rates)
    return c.body(xml, 200, { "Content-Type": "text/xml" })
  })
  app.get("/:code", (c) => {
    const rate = gateway.state.rates[c.req.param("code").toUpperCase()]
    return rate === undefined ? c.notFound() : c.json({ rate })
  })
  return app
}

/** Today's units of each currency for one euro. */
function ecbDocument({ EUR: euro = "0", ...others }: Rates): string {
  const cubes = Object.entries({ USD: "1", ...others }).flatMap(
    ([code, rate]) => {
      const units = new BigNumber(euro).div(rate).precision(6).toFixed()
      return code.length > 3 ? [] : `<Cube currency="${code}" rate="${units}"/>`
    }
  )
  const day = new Date().toISOString().slice(0, 10)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Envelope><Cube><Cube time="${day}">${cubes.join("")}</Cube></Cube></Envelope>`
}
