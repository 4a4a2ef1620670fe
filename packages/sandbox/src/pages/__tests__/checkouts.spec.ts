import { readableAmount } from "../parts"
import {
  hosted,
  hostedPage,
  order,
  orderPage,
  type PageName,
  PAGES,
  TX_HASH,
} from "./samples"
import { buttonValues, tags } from "./tags"

const OTHERS = ["pay_less", "pay_more", "pay_elsewhere", "pay_unconfirmed"]

/** Enter activates a form's first button. */
it.each<[PageName, heading: string, buttons: string, link: string | null]>([
  ["hosted, pending", "Pay Aurora Coffee 42.50 USDT", "pay leave fail", null],
  ["hosted, no methods", "Pay Aurora Coffee 42.50 USDT", "leave fail", null],
  ["hosted, success", "Payment complete", "", hosted.successUrl],
  ["hosted, failed", "Payment failed", "", hosted.cancelUrl],
  [
    "order, pending",
    "Pay Aurora Coffee 1,250.00 USDC",
    `pay ${OTHERS.join(" ")} leave cancel`,
    null,
  ],
  ["order, paid", "Payment complete", "", order.successUrl],
  ["order, no return", "Payment complete", "", null],
  ["order, cancelled", "Payment cancelled", "", order.cancelUrl],
])("%s: has its heading, buttons and link", (page, heading, buttons, link) => {
  const html = PAGES[page]
  expect(tags(html, "h1")[0]?.text).toBe(heading)
  expect(buttonValues(html, "intent").join(" ")).toBe(buttons)
  const links = tags(html, "a").map(({ attributes }) => attributes.href)
  expect(links).toEqual(link ? [link] : [])
})

it.each<[PageName, string]>([
  ["hosted, pending", "No real money moves on this page."],
  ["hosted, live", "No real money moves on this page."],
  ["hosted, live", "Simulated live"],
  ["hosted, no methods", "There is no way to pay with USDT right now."],
  ["order, pending", "Send on Polygon only"],
  ["order, pending", order.destinationAddress],
  ["order, pending", order.wallet],
  ["order, pending", "never send real ones to the address above"],
  ["order, wrong transfer", "1,125.00 USDC on Polygon"],
  ["order, wrong transfer", TX_HASH],
  ["order, paid", TX_HASH],
  ["order, no return", "You can close this page."],
])("%s: shows its text", (page, text) => {
  expect(PAGES[page]).toContain(text)
})

it.each(["paid", "cancelled"] as const)(
  "an order that is %s shows no address any more",
  (status) => {
    expect(orderPage({ status })).not.toContain(order.destinationAddress)
  }
)

it("a transaction shows its item and order, where the merchant sent them", () => {
  const texts = (html: string, name: string) =>
    tags(html, name).map(({ text }) => text)
  expect(texts(hostedPage(), "dt")).toEqual(["Item", "Reference", "Time limit"])
  expect(texts(hostedPage(), "dd").slice(0, 2)).toEqual([
    "Ethiopia Guji",
    "stpay_1",
  ])
  const bare = hostedPage({ itemName: null, orderNo: null })
  expect(texts(bare, "dt")).toEqual(["Time limit"])
  expect(bare).not.toContain("null")
})

it("a transaction offers the given methods only, with the default one chosen", () => {
  const radio = { type: "radio", name: "method", required: "" }
  const radios = tags(hostedPage(), "input")
  expect(radios.map(({ attributes }) => attributes)).toEqual([
    { ...radio, value: "balance" },
    { ...radio, value: "wallet", checked: "" },
  ])
})

it("an order shows what each other transfer of the test wallet sends", () => {
  const texts = tags(orderPage(), "button")
    .filter(({ attributes }) => OTHERS.includes(attributes.value ?? ""))
    .map(({ text }) => text)
  expect(texts).toEqual([
    "Send 1,125.00 USDC, too little",
    "Send 1,375.00 USDC, too much",
    "Send on Ethereum, the wrong network",
    "Send 1,250.00 USDC, without a report to the store",
  ])
})

it("the error of the last attempt is announced to screen readers", () => {
  const html = hostedPage({ error: "Try another." })
  const alert = tags(html).find(({ attributes }) => attributes.role === "alert")
  expect(alert?.text).toBe("Try another.")
  expect(tags(html, "title")[0]?.text).toMatch(/^Problem: Pay 42\.50 USDT/)
})

it.each([
  ["0.05", "0.05"],
  ["1250.00", "1,250.00"],
  ["12345678.901234", "12,345,678.901234"],
  ["about 1000", "about 1000"],
  ["1e21", "1e21"],
])("the amount %s is shown as %s", (amount, readable) => {
  expect(readableAmount(amount)).toBe(readable)
})
