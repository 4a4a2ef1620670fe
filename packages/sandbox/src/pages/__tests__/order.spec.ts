import { order, orderPage, paid, sent, TX_HASH } from "./samples"
import { buttonValues, tags } from "./tags"

const OTHERS = ["pay_less", "pay_more", "pay_elsewhere", "pay_unconfirmed"]

describe("the order's checkout while the order is pending", () => {
  const html = orderPage()

  it("shows amount, merchant and the only network", () => {
    expect(tags(html, "h1")[0]?.text).toBe("Pay Aurora Coffee 1,250.00 USDC")
    expect(tags(html, "strong")[0]?.text).toBe("Send on Polygon only")
  })

  it("shows the whole address", () => {
    expect(tags(html, "code").map(({ text }) => text)).toContain(
      order.destinationAddress
    )
  })

  it("offers a test wallet with its address", () => {
    expect(html).toContain(order.wallet)
    expect(html).toContain("never send real ones to the address above")
  })

  it("posts pay, leave and cancel", () => {
    const forms = tags(html, "form").map(({ attributes }) => attributes)
    expect(forms).toMatchObject([{ method: "post" }, { method: "post" }])
    expect(buttonValues(html, "intent")).toEqual([
      "pay",
      ...OTHERS,
      "leave",
      "cancel",
    ])
  })

  it("shows what each other transfer of the test wallet sends", () => {
    const texts = tags(html, "button")
      .filter(({ attributes }) => OTHERS.includes(attributes.value ?? ""))
      .map(({ text }) => text)
    expect(texts).toEqual([
      "Send 1,125.00 USDC, too little",
      "Send 1,375.00 USDC, too much",
      "Send on Ethereum, the wrong network",
      "Send 1,250.00 USDC, without a report to the store",
    ])
  })

  it("shows the rejected transfer", () => {
    const html = orderPage({ sent })
    expect(html).toContain("1,125.00 USDC on Polygon")
    expect(html).toContain(TX_HASH)
  })
})

describe("the order's checkout after the end", () => {
  it("shows a paid order's transaction and links to the success URL", () => {
    const html = orderPage(paid)
    expect(tags(html, "h1")[0]?.text).toBe("Payment complete")
    expect(html).toContain(TX_HASH)
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual([
      "https://shop.example/ok",
    ])
    expect(tags(html, "form")).toEqual([])
  })

  it("does not show the address any more", () => {
    for (const status of ["paid", "cancelled"] as const) {
      const html = orderPage({ status })
      expect(html).not.toContain(order.destinationAddress)
    }
  })

  it("links to the cancel URL when cancelled", () => {
    const html = orderPage({ status: "cancelled" })
    expect(tags(html, "h1")[0]?.text).toBe("Payment cancelled")
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual([
      "https://shop.example/cancelled",
    ])
  })

  it("has no links when the order has no return URLs", () => {
    const html = orderPage({
      status: "paid",
      successUrl: null,
      cancelUrl: null,
    })
    expect(tags(html, "a")).toEqual([])
    expect(html).toContain("You can close this page.")
  })
})
