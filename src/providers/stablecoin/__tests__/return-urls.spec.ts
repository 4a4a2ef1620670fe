import { returnUrl, type ReturnUrlInput } from "../return-urls"

const SHOP = "https://shop.example"

const session = (cart_id: string | null): ReturnUrlInput["session"] => ({
  id: "payses_1",
  cart_id,
  payment_collection_id: "pay_col_1",
  order: cart_id ? null : { id: "order_1" },
})

function urlOf(changes: Partial<ReturnUrlInput>): string {
  return returnUrl({
    name: "success_url",
    sent: undefined,
    template: undefined,
    storefrontUrls: [SHOP, "http://localhost:8000"],
    session: session("cart_1"),
    ...changes,
  })
}

it.each<[string, Partial<ReturnUrlInput>, string]>([
  [
    "to the URL that the storefront sent",
    { sent: `${SHOP}/thanks?a=1#b` },
    `${SHOP}/thanks?a=1#b`,
  ],
  [
    "to any of the storefronts",
    { sent: "http://localhost:8000/" },
    "http://localhost:8000/",
  ],
  [
    "to the sent URL rather than to the template",
    { sent: `${SHOP}/sent`, template: `${SHOP}/template` },
    `${SHOP}/sent`,
  ],
  ["to the template", { template: `${SHOP}/t` }, `${SHOP}/t`],
  [
    "to the merchant's template on any site",
    { template: "https://thanks.example/" },
    "https://thanks.example/",
  ],
  ["to the first storefront's front page", {}, `${SHOP}/`],
  [
    "to the default port of the same origin",
    { sent: `${SHOP}:443/x` },
    `${SHOP}/x`,
  ],
  [
    "with the session and the cart filled in",
    { template: `${SHOP}/{cart_id}?s={session_id}&again={session_id}` },
    `${SHOP}/cart_1?s=payses_1&again=payses_1`,
  ],
  [
    "with names that are escaped",
    { sent: `${SHOP}/?c={cart_id}`, session: session("a/b&c=d#e") },
    `${SHOP}/?c=a%2Fb%26c%3Dd%23e`,
  ],
  [
    "to the sent URL without a cart",
    { sent: `${SHOP}/?c={cart_id}`, session: session(null) },
    `${SHOP}/?c=`,
  ],
  [
    "to the template without a cart that it does not name",
    { template: `${SHOP}/{session_id}`, session: session(null) },
    `${SHOP}/payses_1`,
  ],
  [
    "to the page of Medusa's payment link, where the template names a cart and there is none",
    { template: `${SHOP}/thanks?c={cart_id}`, session: session(null) },
    `${SHOP}/payment-collection/pay_col_1?order_id=order_1&session_id=payses_1`,
  ],
])("the buyer returns %s", (_, input, url) => {
  expect(urlOf(input)).toBe(url)
})

describe("a buyer is not redirected to a foreign site", () => {
  it.each([
    "https://evil.example/",
    "https://shop.example.evil.example/",
    "https://shop.example@evil.example/",
    "https://evil.example\\@shop.example/",
    "https://user:password@shop.example/",
    "https://user@shop.example/",
    "https://:password@shop.example/",
    "http://shop.example/",
    "https://shop.example:8443/",
    "javascript:alert(1)//https://shop.example",
    "data:text/html,hello",
    "file:///etc/passwd",
    "ftp://shop.example/",
    "blob:https://shop.example/1",
    "/thanks",
    "//shop.example/thanks",
    "shop.example",
    "",
  ])("%p is rejected", (sent) => {
    expect(() => urlOf({ sent })).toThrow(
      expect.objectContaining({
        type: "invalid_data",
        message: expect.stringMatching(
          /^success_url (leads to|must be|is missing)/
        ),
      })
    )
  })

  it("the error names the option to set, without a password", () => {
    const rejected = expect.objectContaining({
      message:
        "success_url leads to https://evil.example, which is not one of this store's storefronts: add the origin to storefrontUrls in the admin (Settings → Stablecoin payments), or in the plugin's options.",
    })
    expect(() => urlOf({ sent: "https://evil.example/?token=1" })).toThrow(
      rejected
    )
    const named = () => urlOf({ sent: "https://user:password@shop.example/" })
    expect(named).toThrow("without a user name")
    expect(named).not.toThrow("password")
  })

  it("rejects a template that is not a web URL", () => {
    expect(() => urlOf({ template: "javascript:alert(1)" })).toThrow(
      "success_url"
    )
  })
})

it.each([
  ["success_url", "successUrl"],
  ["cancel_url", "cancelUrl"],
] as const)(
  "names %s and %s if the store has no return URL",
  (name, option) => {
    expect(() => urlOf({ name, storefrontUrls: [] })).toThrow(
      `${name} is missing: send it in the session's data, or set ${option} or storefrontUrls in the admin (Settings → Stablecoin payments), or in the plugin's options.`
    )
  }
)
