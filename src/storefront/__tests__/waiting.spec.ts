import { createElement } from "react"
import { renderToString } from "react-dom/server"
import type { StorePayment } from "../index.ts"
import { en } from "../react/labels.ts"
import { payBy, phaseOf } from "../react/payment-phase.ts"
import type { UseStablecoinPayment } from "../react/types.ts"
import { Waiting } from "../react/waiting.tsx"
import { CANCELLED, PENDING } from "./faulty-store.ts"

const render = (payment: StorePayment, more = {}) => {
  const page = { phase: phaseOf(payment), payment, instead: "choose", ...more }
  return renderToString(
    createElement(Waiting, {
      page: page as UseStablecoinPayment,
      labels: en,
      onStartAgain: () => {},
    })
  ).replaceAll("<!-- -->", "")
}

const PRIMARY_CHOICE =
  /class="stablecoin-choose stablecoin-primary"[^>]*>(.*?)</

it("shows amount, coin and network while waiting, without a reference", () => {
  const html = render(PENDING)
  expect(html).toContain("12.50 USDT")
  expect(html).toContain("Polygon")
  expect(html).toContain("stablecoin-continue stablecoin-primary")
  expect(html).not.toContain("payses_1")
  expect(html).not.toMatch(PRIMARY_CHOICE)
})

it("leads a buyer whose transfer is seen to no second payment", () => {
  const html = render({ ...PENDING, transfer_seen: true })
  expect(html).toContain(en.openPage)
  expect(html).not.toContain("stablecoin-primary")
  expect(html).not.toContain("stablecoin-choose")
  expect(html).not.toContain(en.continue)
  expect(payBy({ ...PENDING, transfer_seen: true })).toBeNull()
  expect(payBy(PENDING)).toBe(PENDING.expires_at)
})

it("shows no network where the buyer selects it on the gateway's page", () => {
  expect(render({ ...PENDING, rail: "hosted", chain: null })).not.toContain(
    en.network
  )
})

it.each<StorePayment>([
  { ...PENDING, status: "failed", redirect_url: null },
  { ...PENDING, status: "abandoned", redirect_url: null },
  CANCELLED,
])(
  "offers another way as the main step after an end, with the reference",
  (payment) => {
    const html = render(payment)
    expect(PRIMARY_CHOICE.exec(html)?.[1]).toBe(en.chooseAgain)
    expect(html).toContain("payses_1")
    expect(html).toContain("stablecoin-copy")
  }
)

it("shows the reference and not the due amount of other money", () => {
  const html = render({ ...PENDING, under_review: true }, { instead: null })
  expect(html).toContain("payses_1")
  expect(html).not.toContain("12.50")
})
