import type { AdminOperations } from "../admin/admin-api"

const TX_HASH = `0x${"5e".repeat(32)}`

/**
 * Resolves the only open exception of a payment by money that was sent back.
 *
 * @param action closes it with the transfer, or refunds it and sends the refund
 */
export async function declareSentBack(
  admin: AdminOperations,
  paymentId: string,
  action: "close" | "refund"
): Promise<void> {
  const { exceptions } = (
    await admin.get(`exceptions?status=open&payment_id=${paymentId}`)
  ).body
  expect(exceptions).toHaveLength(1)
  const sent = action === "close" ? { sent: { tx_hash: TX_HASH } } : {}
  const { status, body } = await admin.resolve(String(exceptions[0]?.id), {
    action,
    note: "The buyer has it back.",
    ...sent,
  })
  expect(status).toBe(200)
  if (action === "refund") {
    const { id } = body.refund
    const answer = await admin.post(`refunds/${String(id)}/sent`, {
      tx_hash: TX_HASH,
    })
    expect(answer.status).toBe(200)
  }
}
