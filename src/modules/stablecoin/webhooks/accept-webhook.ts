import {
  parseWebhook,
  SIGNATURE_HEADER,
  verifySignature,
  WebhookBodyError,
  type WebhookReport,
} from "../../../gateway"
import type { Rail } from "../../../ledger"
import type { StoredWebhookEvent } from "../repository/webhook-events/store-webhook-events"
import type { SignerScope, WebhookSigner } from "./webhook-signers"

/** A webhook as received. */
export type IncomingWebhook = {
  rail: Rail
  /** The raw bytes, which the signature covers. */
  body: Buffer
  /** Reads a header by its lower-case name. */
  header(name: string): string | undefined
}

/** The stored webhook, or why it was not accepted. */
export type AcceptedWebhook =
  | Extract<WebhookVerdict, { ok: false }>
  | { ok: true; isProbe: false; webhookEvent: StoredWebhookEvent }
  /** The health check sent it, so there is nothing to process. */
  | { ok: true; isProbe: true }

/** The event to store, or the error to answer with. */
export type WebhookVerdict =
  | {
      ok: true
      report: WebhookReport
      /** The payments that its signature confirms. */
      signed_for: SignerScope[]
    }
  | {
      ok: false
      reason: "unauthorized" | "invalid_data" | "unavailable"
      message: string
      /**
       * Signed with a replaced secret of the payment's account, which confirms
       * only older payments.
       */
      is_replaced?: boolean
    }

/** Verifies a webhook's signature, then parses its body. */
export function judgeWebhook(
  { rail, body, header }: IncomingWebhook,
  signers: readonly WebhookSigner[]
): WebhookVerdict {
  const name = SIGNATURE_HEADER[rail]
  const signature = header(name)
  if (!signers.length) {
    // Not a 401: the gateway must send a genuine webhook again once a secret is
    // set.
    return {
      ok: false,
      reason: "unavailable",
      message: `This store has no secret yet to verify webhooks of the ${rail} rail with.`,
    }
  }
  // Every secret is tried, so that the response time does not reveal which one
  // fits.
  const signedBy = signers.filter(({ secret }) =>
    verifySignature(body, signature, [secret])
  )
  if (!signedBy.length) {
    return {
      ok: false,
      reason: "unauthorized",
      message: signature
        ? `The header ${name} does not sign this body with a secret of this store.`
        : `The header ${name} is missing.`,
    }
  }
  try {
    const report = parseWebhook(rail, body)
    const signed_for = signedBy.map(({ account, created_before }) => ({
      account,
      created_before,
    }))
    return { ok: true, report, signed_for }
  } catch (error) {
    if (error instanceof WebhookBodyError) {
      return { ok: false, reason: "invalid_data", message: error.message }
    }
    throw error
  }
}
