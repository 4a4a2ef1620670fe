import { createElement } from "react"
import { renderToString } from "react-dom/server"
import type { StorePayment } from "../index.ts"
import { en } from "../react/labels.ts"
import { phaseOf } from "../react/payment-phase.ts"
import type { UseStablecoinPayment } from "../react/types.ts"
import { Waiting } from "../react/waiting.tsx"
import { CANCELLED, ORDERED, PENDING } from "./faulty-store.ts"

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

it("shows amount, coin, network and reference while waiting", () => {
  const html = render(PENDING)
  expect(html).toContain("12.50 USDT")
  expect(html).toContain("Polygon")
  expect(html).toContain("stablecoin-continue stablecoin-primary")
  expect(html).toContain("stpay_1")
  expect(html).not.toMatch(PRIMARY_CHOICE)
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
    expect(html).toContain("stpay_1")
    expect(html).toContain("stablecoin-copy")
  }
)

it("shows what pays for the order apart from what arrived, and from what goes back", () => {
  const transfer = { amount: "15.00", currency: "USDT", chain: null }
  const refund = { amount: "2.50", currency: "USDT", status: "due" } as const
  const html = render({
    ...ORDERED,
    transfers: [transfer],
    paid: { amount: "12.50", currency: "USDT" },
    refunds: [refund],
  })
  const shown = [...html.matchAll(/<dt>(.*?)<\/dt> <dd>(.*?)<\/dd>/g)]
  expect(shown.map(([, ...fact]) => fact).slice(0, 3)).toEqual([
    [en.due, "12.50 USDT"],
    [en.transfer, "15.00 USDT"],
    [en.toRefund, "2.50 USDT"],
  ])
})

it("shows the transfers that arrived, and not the amount due", () => {
  const transfer = {
    amount: "11.25",
    currency: "USDT",
    chain: { code: "BASE", name: "Base" },
  }
  const received = { in_question: true, under_review: true } as const
  const html = render(
    { ...PENDING, ...received, redirect_url: null, transfers: [transfer] },
    { instead: null }
  )
  expect(html).toContain("11.25 USDT, Base")
  expect(html).not.toContain("12.50")
  expect(html).not.toContain("Polygon")
  // A report of the gateway may lack an amount.
  expect(render({ ...PENDING, ...received })).not.toContain("12.50")
})
