import { readableAmount } from "../parts"
import { hostedPage, order, orderPage, paid, sent, TX_HASH } from "./samples"
import { buttonValues, tags } from "./tags"

const OTHERS = ["pay_less", "pay_more", "pay_elsewhere", "pay_unconfirmed"]
const CANCELLED = "https://shop.example/cancelled"
const NO_RETURN = { successUrl: null, cancelUrl: null }

/** Enter activates a form's first button. */
it.each([
  [
    "a pending transaction",
    hostedPage(),
    "Pay Aurora Coffee 42.50 USDT",
    ["pay", "leave", "fail"],
    [],
  ],
  [
    "a transaction without a method",
    hostedPage({ methods: [] }),
    "Pay Aurora Coffee 42.50 USDT",
    ["leave", "fail"],
    [],
  ],
  [
    "a paid transaction",
    hostedPage({ status: "success" }),
    "Payment complete",
    [],
    ["https://shop.example/ok?order=1&paid=1"],
  ],
  [
    "a failed transaction",
    hostedPage({ status: "failed" }),
    "Payment failed",
    [],
    [CANCELLED],
  ],
  [
    "a pending order",
    orderPage(),
    "Pay Aurora Coffee 1,250.00 USDC",
    ["pay", ...OTHERS, "leave", "cancel"],
    [],
  ],
  [
    "a paid order",
    orderPage(paid),
    "Payment complete",
    [],
    ["https://shop.example/ok"],
  ],
  [
    "a paid order without return URLs",
    orderPage({ status: "paid", ...NO_RETURN }),
    "Payment complete",
    [],
    [],
  ],
  [
    "a cancelled order",
    orderPage({ status: "cancelled" }),
    "Payment cancelled",
    [],
    [CANCELLED],
  ],
])(
  "%s has its heading, buttons and links",
  (_, html, heading, buttons, links) => {
    expect(tags(html, "h1")[0]?.text).toBe(heading)
    expect(buttonValues(html, "intent")).toEqual(buttons)
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual(
      links
    )
  }
)

const TEST_PAGE = "No real money moves on this page."
it.each([
  ["a test page", hostedPage(), TEST_PAGE],
  ["a live page", hostedPage({ mode: "live" }), TEST_PAGE],
  ["a live page", hostedPage({ mode: "live" }), "Simulated live"],
  [
    "a page without a method",
    hostedPage({ methods: [] }),
    "There is no way to pay with USDT right now.",
  ],
  ["an order's page", orderPage(), "Send on Polygon only"],
  ["an order's page", orderPage(), order.destinationAddress],
  ["an order's page", orderPage(), order.wallet],
  ["an order's page", orderPage(), "never send real ones to the address above"],
  ["a rejected transfer", orderPage({ sent }), "1,125.00 USDC on Polygon"],
  ["a rejected transfer", orderPage({ sent }), TX_HASH],
  ["a paid order", orderPage(paid), TX_HASH],
  [
    "an end without return URLs",
    orderPage({ status: "paid", ...NO_RETURN }),
    "You can close this page.",
  ],
])("%s shows its text", (_, html, text) => {
  expect(html).toContain(text)
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
