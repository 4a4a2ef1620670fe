import { inEnglish } from "../sentences"

describe("inEnglish", () => {
  it("says what was found and what to do, with the rail's name", () => {
    expect(
      inEnglish("webhook_hosted", "unreachable", { url: "U", detail: "D" })
    ).toEqual({
      message: "A test webhook to U got no answer (D).",
      remedy: expect.stringContaining("Start the store"),
    })
    expect(inEnglish("credentials_onchain", "not_configured", {})).toEqual({
      message: "On-chain payment is not used.",
      remedy: null,
    })
  })

  it("has the sentences of a check that failed itself for every check", () => {
    expect(inEnglish("job", "check_failed", { detail: "no table" })).toEqual({
      message: "The check failed: no table",
      remedy: "Check the store's log.",
    })
  })
})
