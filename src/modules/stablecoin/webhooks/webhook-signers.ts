import type { Payment } from "../../../ledger"

/** The payments that a webhook secret confirms, all of one account. */
export type SignerScope = {
  /** The account's key. */
  account: string
  /**
   * When the secret was replaced, in ISO 8601. It then confirms only older
   * payments. Null: in use.
   */
  created_before: string | null
}

/** A webhook secret and the payments that it confirms. */
export type WebhookSigner = SignerScope & { secret: string }

/** Whether a secret of this scope confirms a payment. */
export function covers(
  { account, created_before }: SignerScope,
  payment: Pick<Payment, "account" | "created_at">
): boolean {
  return (
    payment.account === account &&
    (created_before === null || payment.created_at < new Date(created_before))
  )
}
