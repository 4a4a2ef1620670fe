import { renderProblem } from "../layout"
import { hosted, hostedPage, orderPage, paid } from "./samples"
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
      const harmless = { status, error: "No." }
      const html = hostedPage({
        ...harmless,
        merchant: HOSTILE,
        itemName: HOSTILE,
        orderNo: HOSTILE,
        amount: HOSTILE,
        currency: HOSTILE,
        error: HOSTILE,
        methods: hosted.methods.map((method) => ({
          ...method,
          key: HOSTILE,
          display_name: HOSTILE,
        })),
      })
      expect(html).not.toContain("<img")
      expect(html).not.toContain("<script>alert")
      expect(skeleton(html)).toEqual(skeleton(hostedPage(harmless)))
    }
  })

  it("change only text on the order's page", () => {
    for (const status of ["pending", "paid", "cancelled"] as const) {
      const harmless = { ...paid, status, error: "No." }
      const html = orderPage({
        ...harmless,
        merchant: HOSTILE,
        description: HOSTILE,
        orderNo: HOSTILE,
        destinationAddress: HOSTILE,
        wallet: HOSTILE,
        payment: { ...paid.payment, txHash: HOSTILE },
        error: HOSTILE,
      })
      expect(html).not.toContain("<img")
      expect(html).not.toContain("<script>alert")
      expect(skeleton(html)).toEqual(skeleton(orderPage(harmless)))
    }
  })

  it("change only text on a problem's page", () => {
    const harmless = { status: 404, title: "Not here", text: "Go back." }
    const html = renderProblem({ ...harmless, title: HOSTILE, text: HOSTILE })
    expect(html).not.toContain("<img")
    expect(skeleton(html)).toEqual(skeleton(renderProblem(harmless)))
  })

  it("are shown to the buyer unchanged", () => {
    const html = hostedPage({ merchant: HOSTILE })
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
      hostedPage({ ...hostile, status: "success" }),
      hostedPage({ ...hostile, status: "failed" }),
      orderPage({ ...hostile, status: "paid" }),
      orderPage({ ...hostile, status: "cancelled" }),
    ]
    for (const html of all) {
      expect(tags(html, "a")).toEqual([])
      expect(html).toContain("You can close this page.")
    }
  })
})
