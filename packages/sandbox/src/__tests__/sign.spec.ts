import { hmacHex } from "../webhooks/sign"

/**
 * Generated with `printf '%s' "$body" | openssl dgst -sha256 -hmac "$secret"`.
 */
const VECTORS = [
  {
    secret: "test_secret_0123456789abcdef",
    body: '{"event":"payment.success","payload":{"transaction_id":"8c5e2d38-9f0a-4b53-9a76-0d6a2e1c7f10","amount":10.5},"timestamp":1767225600}',
    signature:
      "fb7dc942edac2c653d439002226c71a17e415a0e5f3c86adb4eea7818ab50838",
  },
  {
    secret: "whsec_0123456789abcdef",
    body: '{"event":"payment_order.paid","data":{"order_no":"Größe-7 ₮"},"sent_at":"2026-01-01T00:00:00+00:00"}',
    signature:
      "d41d4f11fd57b2d9f261d88d631bcdda5e43f9c751cf2de473d8407c438046c5",
  },
  {
    secret: "whsec_0123456789abcdef",
    body: "",
    signature:
      "9101c81cbdec90388ec2e519bdded7537ccff107f273e34c0c01d86ce31dd5ae",
  },
]

it.each(VECTORS)("signs as openssl does: $body", (vector) => {
  expect(hmacHex(vector.body, vector.secret)).toBe(vector.signature)
})
