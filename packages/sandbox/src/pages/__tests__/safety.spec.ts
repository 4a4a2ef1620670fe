import { createHash } from "node:crypto"
import { contentSecurityPolicy } from "../csp"
import { renderProblem } from "../layout"
import { hosted, hostedPage, orderPage, pages, paid } from "./samples"
import { tags } from "./tags"

const HOSTILE = `"'><img src=x onerror=alert(1)><script>alert(2)</script></title>`

/** The sources of a policy by directive. */
function policyOf(returnUrls: string[]): Record<string, string> {
  return Object.fromEntries(
    contentSecurityPolicy(returnUrls)
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ")
        return [name, sources.join(" ")]
      })
  )
}

describe("the content security policy", () => {
  it("forbids everything by default", () => {
    expect(policyOf([])).toMatchObject({
      "default-src": "'none'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
      "img-src": "data:",
    })
  })

  it.each(pages)("allows all of a page, and no more: %s", (_, html) => {
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
      ([, code = ""]) =>
        `'sha256-${createHash("sha256").update(code).digest("base64")}'`
    )
    expect(styles).toEqual([policyOf([])["style-src"]])
    expect(html).not.toMatch(/<script|url\(|@import/)
    const names = tags(html).flatMap(({ attributes }) =>
      Object.keys(attributes)
    )
    expect(names.filter((name) => /^on|^(style|src)$/.test(name))).toEqual([])
    for (const { attributes } of tags(html, "link")) {
      expect(attributes.href).toMatch(/^data:/)
    }
  })

  // The return URL is the store's backend, which redirects to a storefront on
  // another origin. Browsers check the whole redirect chain.
  it.each([
    ["'self'", []],
    ["'self'", ["javascript:alert(1)", "no URL"]],
    ["'self' http: https:", ["https://api.shop.example/return/stpay_1"]],
  ])("lets forms go to %s for the return URLs %j", (sources, urls) => {
    expect(policyOf(urls)["form-action"]).toBe(sources)
  })
})

/** The page's skeleton: element and attribute names. */
function skeleton(html: string): string[] {
  return tags(html).map(
    ({ name, attributes }) => `${name} ${Object.keys(attributes).join(" ")}`
  )
}

const problem = (changes: object) =>
  renderProblem({
    status: 404,
    title: "Not here",
    text: "Go back.",
    ...changes,
  })
const HOSTILE_FIELDS = {
  merchant: HOSTILE,
  orderNo: HOSTILE,
  error: HOSTILE,
}
it.each<[string, string, string]>([
  ...(["pending", "success", "failed"] as const).map(
    (status): [string, string, string] => [
      `a transaction's page, ${status}`,
      hostedPage({ status, error: "No." }),
      hostedPage({
        ...HOSTILE_FIELDS,
        status,
        itemName: HOSTILE,
        amount: HOSTILE,
        currency: HOSTILE,
        methods: hosted.methods.map((method) => ({
          ...method,
          key: HOSTILE,
          display_name: HOSTILE,
        })),
      }),
    ]
  ),
  ...(["pending", "paid", "cancelled"] as const).map(
    (status): [string, string, string] => [
      `an order's page, ${status}`,
      orderPage({ ...paid, status, error: "No." }),
      orderPage({
        ...HOSTILE_FIELDS,
        status,
        description: HOSTILE,
        destinationAddress: HOSTILE,
        wallet: HOSTILE,
        payment: { ...paid.payment, txHash: HOSTILE },
      }),
    ]
  ),
  ["a problem's page", problem({}), problem({ title: HOSTILE, text: HOSTILE })],
])(
  "values of the merchant or the gateway change only text: %s",
  (_, harmless, hostile) => {
    expect(hostile).not.toContain("<img")
    expect(hostile).not.toContain("<script>alert")
    expect(skeleton(hostile)).toEqual(skeleton(harmless))
  }
)

it("values of the merchant are shown unchanged", () => {
  const [title] = tags(hostedPage({ merchant: HOSTILE }), "title")
  expect(title?.text).toBe(`Pay 42.50 USDT · ${HOSTILE}`)
})

it.each([
  "javascript:alert(1)",
  "JavaScript://shop.example/%0aalert(1)",
  "java\nscript://shop.example/%0aalert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript://x",
])("%j, which a browser would run, is not a return link", (url) => {
  const hostile = { successUrl: url, cancelUrl: url }
  for (const html of [
    hostedPage({ ...hostile, status: "success" }),
    hostedPage({ ...hostile, status: "failed" }),
    orderPage({ ...hostile, status: "paid" }),
    orderPage({ ...hostile, status: "cancelled" }),
  ]) {
    expect(tags(html, "a")).toEqual([])
    expect(html).toContain("You can close this page.")
  }
})
