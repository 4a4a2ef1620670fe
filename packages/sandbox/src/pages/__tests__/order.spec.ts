import { renderOrderCheckout } from ".."
import { order, TX_HASH } from "./samples"
import { buttonValues, tags } from "./tags"

const OTHERS = ["pay_less", "pay_more", "pay_elsewhere", "pay_unconfirmed"]

function copied(html: string): (string | undefined)[] {
  return tags(html, "button")
    .filter(({ attributes }) => "data-copy" in attributes)
    .map(({ attributes }) => attributes["data-copy"])
}

describe("the order's checkout while the order is pending", () => {
  const html = renderOrderCheckout(order)

  it("shows amount, merchant and the only network", () => {
    expect(tags(html, "h1")[0]?.text).toBe("Pay Aurora Coffee 1,250.00 USDC")
    expect(tags(html, "strong")[0]?.text).toBe("Send on Polygon only")
  })

  it("shows the whole address, and copies it and the plain amount exactly", () => {
    expect(tags(html, "code").map(({ text }) => text)).toContain(
      order.destinationAddress
    )
    // Grouped digits would not paste into a wallet's amount field.
    expect(copied(html)).toEqual(["1250.00", order.destinationAddress])
  })

  it("opens the wallet app, and checks again when the buyer returns", () => {
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual([
      order.appUrl,
      "?check",
    ])
  })

  it("answers a check with its time", () => {
    const checkedAt = new Date("2026-11-23T12:06:01.500Z")
    const checked = renderOrderCheckout({ ...order, checkedAt })
    const answer = tags(checked).find(
      ({ attributes }) => attributes.class === "notice checked"
    )
    expect(answer?.text).toContain("Not paid yet")
    expect(answer?.text).toContain("12:06:01 UTC")
    expect(html).not.toContain("Not paid yet")
  })

  it("offers a test wallet with its address", () => {
    expect(html).toContain(order.wallet)
    expect(html).toContain("never send real ones to the address above")
  })

  it("posts pay, leave and cancel to the given address", () => {
    const forms = tags(html, "form").map(({ attributes }) => attributes)
    expect(forms).toHaveLength(2)
    for (const form of forms) {
      expect(form).toMatchObject({ method: "post", action: "/checkout/token" })
    }
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

  it("shows the rejected transfer and the reason", () => {
    const html = renderOrderCheckout({
      ...order,
      refused: {
        sent: "1,125.00 USDC on Polygon",
        txHash: TX_HASH,
        reason: "The transfer moved 1125.00.",
      },
    })
    expect(html).toContain("1,125.00 USDC on Polygon")
    expect(html).toContain("The transfer moved 1125.00.")
    expect(copied(html)).toContain(TX_HASH)
  })
})

describe("the order's checkout after the end", () => {
  it("shows a paid order's transaction and links to the success URL", () => {
    const html = renderOrderCheckout({
      ...order,
      status: "paid",
      txHash: TX_HASH,
    })
    expect(tags(html, "h1")[0]?.text).toBe("Payment complete")
    expect(copied(html)).toEqual([TX_HASH])
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual([
      "https://shop.example/ok",
    ])
    expect(tags(html, "form")).toEqual([])
  })

  it("does not show the address any more", () => {
    for (const status of ["paid", "cancelled"] as const) {
      const html = renderOrderCheckout({ ...order, status })
      expect(html).not.toContain(order.destinationAddress)
      expect(html).not.toContain(order.appUrl)
    }
  })

  it("links to the cancel URL when cancelled", () => {
    const html = renderOrderCheckout({ ...order, status: "cancelled" })
    expect(tags(html, "h1")[0]?.text).toBe("Payment cancelled")
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual([
      "https://shop.example/cancelled",
    ])
  })

  it("has no links when the order has no return URLs", () => {
    const html = renderOrderCheckout({
      ...order,
      status: "paid",
      successUrl: null,
      cancelUrl: null,
    })
    expect(tags(html, "a")).toEqual([])
    expect(html).toContain("You can close this page.")
  })
})
