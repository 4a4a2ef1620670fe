import { signBody, verifySignature } from ".."

/**
 * Digests created with `openssl dgst -sha256 -hmac <secret>`, so that client,
 * sandbox and gateway are verified against an independent tool.
 */
const HOSTED_BODY =
  '{"event":"payment.success","payload":{"order_no":"stpay_01","amount":10.5,"currency":"USDT","status":"success"},"timestamp":1767225600}'
const ONCHAIN_BODY =
  '{"event":"payment_order.paid","data":{"description":"Café ☕ 東京 𝄞"},"sent_at":"2026-01-01T00:00:00+00:00"}'
const DIGEST =
  "210504d9dae1d5b643f9df241c98dbd91b08756ec5e679198838aa9001614195"

const VECTORS: [string, string | Uint8Array, string, string][] = [
  ["a hosted body", HOSTED_BODY, "test_secret_1", DIGEST],
  [
    "the same body under the predecessor",
    HOSTED_BODY,
    "test_secret_0",
    "c81eba93656acb0511fe4583bfa3f617344686a5691fa3e63e4105d41308ac7b",
  ],
  [
    "one byte changed",
    HOSTED_BODY.replace("10.5", "10.6"),
    "test_secret_1",
    "12ae56d2d57f762b7712e0a32245e602bd96f532c6aeb9a772d44e1d98e19829",
  ],
  [
    "body and secret beyond ASCII",
    ONCHAIN_BODY,
    "whsec_ñandú",
    "c935c44c426ee2240c9ba0bbfe5cb4a390cadb3c27babf8d4627caeaa9c10133",
  ],
  [
    "an empty body",
    "",
    "test_secret_1",
    "80cd2596f0ed0e48ecf20ac770d4e8b3dce59f83feae360941eb21408e209680",
  ],
  [
    "bytes that are not text",
    Uint8Array.from([0xff, 0x00, 0x80, 0x0a]),
    "test_secret_1",
    "e90a936e14827bdccb1a40deb5f5dd0f793a029386a5b44a4e50b7701287285e",
  ],
]

describe("signatures", () => {
  it.each(VECTORS)("signs %s as openssl does", (_, body, secret, digest) => {
    expect(signBody(body, secret)).toBe(digest)
    expect(signBody(Buffer.from(body), secret)).toBe(digest)
  })

  it.each(VECTORS)(
    "accepts %s, also in capitals",
    (_, body, secret, digest) => {
      expect(verifySignature(body, digest, [secret])).toBe(true)
      const capitals = digest.toUpperCase()
      expect(verifySignature(Buffer.from(body), capitals, [secret])).toBe(true)
    }
  )

  it("accepts every valid secret, so that no webhook is lost during a rotation", () => {
    const old = VECTORS[1][3]
    const secrets = ["test_secret_1", "test_secret_0"]
    expect(verifySignature(HOSTED_BODY, old, secrets)).toBe(true)
    expect(verifySignature(HOSTED_BODY, old, [...secrets].reverse())).toBe(true)
    expect(verifySignature(HOSTED_BODY, DIGEST, ["", ...secrets])).toBe(true)
  })

  it.each<[string, string | undefined]>([
    ["no header", undefined],
    ["an empty header", ""],
    ["another secret's digest", VECTORS[1][3]],
    ["another secret's digest in capitals", VECTORS[1][3].toUpperCase()],
    ["one character less", DIGEST.slice(0, -1)],
    ["half of it", DIGEST.slice(0, 32)],
    ["one character more", `${DIGEST}0`],
    ["a line end after it", `${DIGEST}\n`],
    ["a scheme before it", `sha256=${DIGEST}`],
    ["no hex", "z".repeat(64)],
  ])("rejects %s", (_, signature) => {
    expect(verifySignature(HOSTED_BODY, signature, ["test_secret_1"])).toBe(
      false
    )
  })

  it("rejects a changed byte, the other rail's secret and a reformatted body", () => {
    const secrets = ["test_secret_1"]
    const changed = HOSTED_BODY.replace("10.5", "10.6")
    expect(verifySignature(changed, DIGEST, secrets)).toBe(false)
    expect(verifySignature(HOSTED_BODY, DIGEST, ["whsec_ñandú"])).toBe(false)
    expect(verifySignature(`${HOSTED_BODY}\n`, DIGEST, secrets)).toBe(false)
  })

  it("rejects every signature while no secret is set", () => {
    const underEmptySecret = signBody(HOSTED_BODY, "")
    expect(verifySignature(HOSTED_BODY, DIGEST, [])).toBe(false)
    expect(verifySignature(HOSTED_BODY, underEmptySecret, [""])).toBe(false)
  })
})
