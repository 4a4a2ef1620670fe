import type { Payment } from "../../../ledger"

/** The payments that a webhook secret confirms: those of one account. */
export type SignerScope = {
  /** The account's key; null while the rail's credentials are incomplete, and so for no payment. */
  account: string | null
  /** When the secret was replaced, in ISO 8601: it confirms only older payments. Null: it is in use. */
  created_before: string | null
}

/** A secret that webhooks may be signed with, and the payments it confirms. */
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

/** The scopes of signers, each once and in one order, so that the same signers are always the same text. */
export function scopesOf(signers: readonly WebhookSigner[]): SignerScope[] {
  const scopes = signers.map(({ account, created_before }) => ({
    account,
    created_before,
  }))
  const byText = new Map(scopes.map((scope) => [JSON.stringify(scope), scope]))
  return [...byText.keys()].sort().flatMap((text) => byText.get(text) ?? [])
}
