import { apiPath } from "../resources"

const routeOf = (path: string) =>
  new URL(path, "https://store.example").pathname

describe("the path of a row in the admin's API", () => {
  it("contains the row and the action", () => {
    expect(apiPath("payments", "stpay_1")).toBe(
      "/admin/stablecoin/payments/stpay_1"
    )
    expect(apiPath("refunds", "stref_1", "sent")).toBe(
      "/admin/stablecoin/refunds/stref_1/sent"
    )
  })

  it.each([
    "",
    ".",
    "..",
    "../payments/stpay_1",
    "a/replay",
    "a?b=c",
    "a#b",
    "%2e%2e/x",
  ])("with the id '%s' stays on its route", (id) => {
    expect(routeOf(apiPath("webhooks", id, "replay"))).toMatch(
      /^\/admin\/stablecoin\/webhooks\/[^/]+\/replay$/
    )
  })
})
