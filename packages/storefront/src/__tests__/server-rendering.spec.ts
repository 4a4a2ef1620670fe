import { createElement, StrictMode } from "react"
import { renderToString } from "react-dom/server"
import { en, es, StablecoinPayment } from "../react/index.ts"

const UNREACHABLE = {
  store: { baseUrl: "http://localhost:9", publishableKey: "pk" },
  cartId: "cart_1",
}

it("renders the browser's first state on a server, without a request", () => {
  const html = renderToString(
    createElement(
      StrictMode,
      null,
      createElement(StablecoinPayment, { ...UNREACHABLE, className: "mine" })
    )
  )
  expect(html).toContain('class="stablecoin-payment mine"')
  expect(html).toContain('data-phase="loading"')
  expect(html).toContain(en.loading)
})

it("checks the payment first on the page that the buyer returns to", () => {
  const { store } = UNREACHABLE
  const html = renderToString(
    createElement(StablecoinPayment, { store, sessionId: "payses_1" })
  )
  expect(html).toContain(en.checking)
  expect(html).not.toContain(en.loading)
})

it("renders Spanish labels and custom ones", () => {
  const render = (labels: Partial<typeof en>): string =>
    renderToString(createElement(StablecoinPayment, { ...UNREACHABLE, labels }))
  expect(render(es)).toContain(es.loading)
  expect(render({ loading: "Just a second" })).toContain("Just a second")
  const braces = (text: string) => text.match(/\{\w+\}/g)
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect([key, braces(es[key])]).toEqual([key, braces(en[key])])
  }
})
