import { renderHostedCheckout, renderOrderCheckout, renderProblem } from ".."
import { hosted, order, TX_HASH } from "./samples"
import { tags } from "./tags"

const HOSTILE = `"'><img src=x onerror=alert(1)><script>alert(2)</script></title>`

/** The page's skeleton: element and attribute names. */
function skeleton(html: string): string[] {
  return tags(html).map(
    ({ name, attributes }) => `${name} ${Object.keys(attributes).join(" ")}`
  )
}

describe("values of the merchant or the gateway", () => {
  it("change only text on the hosted page", () => {
    for (const status of ["pending", "success", "failed"] as const) {
      const harmless = { ...hosted, status, error: "No." }
      const html = renderHostedCheckout({
        ...harmless,
        merchant: HOSTILE,
        itemName: HOSTILE,
        orderNo: HOSTILE,
        amount: HOSTILE,
        currency: HOSTILE,
        action: HOSTILE,
        error: HOSTILE,
        methods: hosted.methods.map((method) => ({
          ...method,
          key: HOSTILE,
          display_name: HOSTILE,
          behavior: HOSTILE,
        })),
      })
      expect(html).not.toContain("<img")
      expect(html).not.toContain("<script>alert")
      expect(skeleton(html)).toEqual(
        skeleton(
          renderHostedCheckout({
            ...harmless,
            methods: hosted.methods.map((method) => ({
              ...method,
              behavior: "other",
            })),
          })
        )
      )
    }
  })

  it("change only text on the order's page", () => {
    for (const status of ["pending", "paid", "cancelled"] as const) {
      const harmless = { ...order, status, error: "No.", txHash: TX_HASH }
      const html = renderOrderCheckout({
        ...harmless,
        merchant: HOSTILE,
        description: HOSTILE,
        orderNo: HOSTILE,
        amount: HOSTILE,
        currency: HOSTILE,
        chain: HOSTILE,
        chainName: HOSTILE,
        destinationAddress: HOSTILE,
        wallet: HOSTILE,
        action: HOSTILE,
        txHash: HOSTILE,
        error: HOSTILE,
      })
      expect(html).not.toContain("<img")
      expect(html).not.toContain("<script>alert")
      expect(skeleton(html)).toEqual(skeleton(renderOrderCheckout(harmless)))
    }
  })

  it("change only text on a problem's page", () => {
    const harmless = { status: 404, title: "Not here", text: "Go back." }
    const html = renderProblem({ ...harmless, title: HOSTILE, text: HOSTILE })
    expect(html).not.toContain("<img")
    expect(skeleton(html)).toEqual(skeleton(renderProblem(harmless)))
  })

  it("are shown to the buyer unchanged", () => {
    const html = renderHostedCheckout({ ...hosted, merchant: HOSTILE })
    expect(tags(html, "title")[0]?.text).toBe(`Pay 42.50 USDT · ${HOSTILE}`)
  })
})

describe("a URL that a browser would run", () => {
  const attacks = [
    "javascript:alert(1)",
    "JavaScript://shop.example/%0aalert(1)",
    "java\nscript://shop.example/%0aalert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript://x",
  ]

  it.each(attacks)("%j is not a return link", (url) => {
    const hostile = { successUrl: url, cancelUrl: url }
    const all = [
      renderHostedCheckout({ ...hosted, ...hostile, status: "success" }),
      renderHostedCheckout({ ...hosted, ...hostile, status: "failed" }),
      renderOrderCheckout({ ...order, ...hostile, status: "paid" }),
      renderOrderCheckout({ ...order, ...hostile, status: "cancelled" }),
    ]
    for (const html of all) {
      expect(tags(html, "a")).toEqual([])
      expect(html).toContain("You can close this page.")
    }
  })

  it.each(attacks)("%j is neither an app link nor a QR code", (appUrl) => {
    const html = renderOrderCheckout({ ...order, appUrl })
    expect(tags(html, "a")).toEqual([])
    expect(html).not.toContain('class="qr"')
  })
})
