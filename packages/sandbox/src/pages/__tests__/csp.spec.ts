import { createHash } from "node:crypto"
import { contentSecurityPolicy } from "../csp"
import { pages } from "./samples"
import { tags } from "./tags"

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ")
      return [name, sources.join(" ")]
    })
  )
}

function hashes(html: string): string[] {
  return [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, code = ""]) =>
      `'sha256-${createHash("sha256").update(code).digest("base64")}'`
  )
}

describe("the content security policy", () => {
  const policy = directives(contentSecurityPolicy([]))

  it("forbids everything by default", () => {
    expect(policy["default-src"]).toBe("'none'")
    expect(policy["base-uri"]).toBe("'none'")
    expect(policy["frame-ancestors"]).toBe("'none'")
    expect(policy["img-src"]).toBe("data:")
  })

  it.each(pages)(
    "allows the page's own styles, and there is no script: %s",
    (_name, html) => {
      expect(hashes(html)).toEqual([policy["style-src"]])
      expect(html).not.toContain("<script")
      for (const { attributes } of tags(html)) {
        const names = Object.keys(attributes)
        expect(names.filter((name) => /^on|^style$/.test(name))).toEqual([])
      }
    }
  )

  it.each(pages)(
    "matches a page without external resources: %s",
    (_name, html) => {
      expect(
        tags(html).filter(({ attributes }) => "src" in attributes)
      ).toEqual([])
      for (const { attributes } of tags(html, "link")) {
        expect(attributes.href).toMatch(/^data:/)
      }
      expect(html).not.toMatch(/url\(|@import/)
    }
  )

  it("restricts forms to the gateway without a return URL", () => {
    expect(policy["form-action"]).toBe("'self'")
    expect(
      directives(contentSecurityPolicy(["javascript:alert(1)", "no URL"]))[
        "form-action"
      ]
    ).toBe("'self'")
  })

  it("allows redirects to a storefront behind the return URL", () => {
    // The return URL is the store's backend, which redirects to a storefront on
    // another origin. Browsers check the whole redirect chain against
    // `form-action`.
    const target = "https://api.shop.example/stablecoin/return/stpay_1"
    expect(directives(contentSecurityPolicy([target]))["form-action"]).toBe(
      "'self' http: https:"
    )
  })
})
