import { hostedPage } from "./samples"
import { buttonValues, tags } from "./tags"

describe("the hosted checkout while the transaction is pending", () => {
  const html = hostedPage()

  it("shows amount, merchant and item", () => {
    const [heading] = tags(html, "h1")
    expect(heading?.text).toBe("Pay Aurora Coffee 42.50 USDT")
    expect(tags(html, "dd").map(({ text }) => text)).toEqual([
      "Ethiopia Guji",
      "stpay_1",
      "None on this page. The shop shows until when you can pay.",
    ])
    expect(tags(html, "dt").map(({ text }) => text)).toEqual([
      "Item",
      "Reference",
      "Time limit",
    ])
  })

  it("omits fields that the merchant did not send", () => {
    const bare = hostedPage({ itemName: null, orderNo: null })
    expect(tags(bare, "dt").map(({ text }) => text)).toEqual(["Time limit"])
    expect(bare).not.toContain("null")
  })

  it("has buttons to pay, leave and fail, with paying as default", () => {
    // Enter activates a form's first button.
    expect(buttonValues(html, "intent")).toEqual(["pay", "leave", "fail"])
  })

  it("offers the given methods only, with the default one chosen", () => {
    const radios = tags(html, "input").map(({ attributes }) => attributes)
    expect(radios).toEqual([
      { type: "radio", name: "method", value: "balance", required: "" },
      {
        type: "radio",
        name: "method",
        value: "wallet",
        required: "",
        checked: "",
      },
    ])
  })

  it("offers no payment without a method", () => {
    const empty = hostedPage({ methods: [] })
    expect(buttonValues(empty, "intent")).toEqual(["leave", "fail"])
    expect(empty).toContain("There is no way to pay with USDT right now.")
  })

  it("announces the error of the last attempt to screen readers", () => {
    const rejected = hostedPage({ error: "Try another." })
    const alert = tags(rejected).find(
      ({ attributes }) => attributes.role === "alert"
    )
    expect(alert?.text).toBe("Try another.")
    expect(tags(rejected, "title")[0]?.text).toMatch(
      /^Problem: Pay 42\.50 USDT/
    )
  })

  it("is marked as a test page", () => {
    const live = hostedPage({ mode: "live" })
    for (const page of [html, live]) {
      expect(page).toContain("No real money moves on this page.")
    }
    expect(live).toContain("Simulated live")
  })
})

describe("the hosted checkout after the end", () => {
  it("links to the success URL when paid, without a form", () => {
    const html = hostedPage({ status: "success" })
    expect(tags(html, "h1")[0]?.text).toBe("Payment complete")
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual([
      "https://shop.example/ok?order=1&paid=1",
    ])
    expect(tags(html, "form")).toEqual([])
  })

  it("links to the cancel URL when failed", () => {
    const html = hostedPage({ status: "failed" })
    expect(tags(html, "h1")[0]?.text).toBe("Payment failed")
    expect(tags(html, "a").map(({ attributes }) => attributes.href)).toEqual([
      "https://shop.example/cancelled",
    ])
    expect(tags(html, "form")).toEqual([])
  })
})
