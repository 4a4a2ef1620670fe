import { createHmac } from "node:crypto"
import { RAILS, type Rail } from "../../../../ledger"
import { judgeWebhook, type WebhookVerdict } from "../accept-webhook"

const SECRET = "secret-of-today"
const HEADER = {
  hosted: "x-webhook-signature",
  onchain: "x-business-signature",
}
const OTHER = { hosted: "onchain", onchain: "hosted" } as const
const ID = "0b8e0d9c-4a57-4c0e-8f8e-3d1c7f0a9b11"

/** A minimal event of each rail. */
const EVENT = {
  hosted: JSON.stringify({
    event: "transaction.created",
    payload: { order_no: "stpay_1", transaction_id: ID },
  }),
  onchain: JSON.stringify({
    event: "payment_order.created",
    data: { order_no: "stpay_1", order_id: ID },
  }),
}

function sign(body: string, secret = SECRET): string {
  return createHmac("sha256", secret).update(body).digest("hex")
}

function judge(
  rail: Rail,
  {
    body = EVENT[rail],
    header = HEADER[rail],
    signature = sign(body),
    secrets = [SECRET],
  }: {
    body?: string
    header?: string
    signature?: string
    secrets?: string[]
  } = {}
): WebhookVerdict {
  return judgeWebhook(
    {
      rail,
      body: Buffer.from(body),
      header: (name) => (name === header ? signature : undefined),
    },
    secrets.map((secret) => ({
      secret,
      account: "hosted_1",
      created_before: null,
    }))
  )
}

describe.each(RAILS)("a webhook of the %s rail", (rail) => {
  it("is accepted if it is genuine", () => {
    expect(judge(rail)).toMatchObject({
      ok: true,
      report: { rail, outcome: "created", order_no: "stpay_1", gateway_id: ID },
    })
  })

  it("is deferred, not rejected, while the store has no secret", () => {
    expect(judge(rail, { secrets: [] })).toEqual({
      ok: false,
      reason: "unavailable",
      message: expect.stringContaining(`no secret yet`),
    })
  })

  it("is rejected without a signature", () => {
    expect(judge(rail, { header: "x-none" })).toEqual({
      ok: false,
      reason: "unauthorized",
      message: `The header ${HEADER[rail]} is missing.`,
    })
  })

  // Each way to forge one: gateway/__tests__/signature.spec.
  it("with a signature of another secret is rejected without revealing a secret", () => {
    const verdict = judge(rail, { signature: sign(EVENT[rail], "guessed") })
    expect(verdict).toMatchObject({ ok: false, reason: "unauthorized" })
    expect(JSON.stringify(verdict)).not.toContain(SECRET)
  })

  it("is rejected with the other rail's header", () => {
    expect(judge(rail, { header: HEADER[OTHER[rail]] })).toMatchObject({
      reason: "unauthorized",
    })
  })

  it.each([
    ["is not JSON", "paid, trust me"],
    ["is empty", ""],
    ["is the other rail's", EVENT[OTHER[rail]]],
  ])("that is signed and %s is invalid", (_, body) => {
    expect(judge(rail, { body })).toMatchObject({
      ok: false,
      reason: "invalid_data",
    })
  })

  it("is verified before it is parsed", () => {
    expect(judge(rail, { body: "{", signature: sign("[") })).toMatchObject({
      reason: "unauthorized",
    })
  })
})
