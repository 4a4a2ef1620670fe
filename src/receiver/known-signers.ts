import { byRail, type Rail } from "../ledger"
import type { AdminSettings } from "../modules/stablecoin/settings/admin-settings"
import { Config } from "../modules/stablecoin/settings/config"
import { mergeSettings } from "../modules/stablecoin/settings/effective-settings"
import type { RetainedAccounts } from "../modules/stablecoin/settings/retained-accounts"
import { resolveSettings } from "../modules/stablecoin/settings/settings"
import { readStored } from "../modules/stablecoin/settings/stored"
import {
  type IncomingWebhook,
  judgeWebhook,
  type WebhookVerdict,
} from "../modules/stablecoin/webhooks/accept-webhook"
import type { WebhookSigner } from "../modules/stablecoin/webhooks/webhook-signers"

export type KnownSignersParts = {
  settings: Pick<AdminSettings, "effective">
  retained: Pick<RetainedAccounts, "signers">
  options: unknown
}

/**
 * The webhook secrets that this process last read, for the time in which the
 * database is away.
 */
export class KnownSigners {
  #signers: Record<Rail, readonly WebhookSigner[]>
  #wasRead = false

  constructor(private readonly parts: KnownSignersParts) {
    const { options } = parts
    const { options: effective, provenance } = mergeSettings(
      new Config(options),
      readStored([])
    )
    const settings = resolveSettings(effective, "", provenance)
    this.#signers = settings.webhookSigners
  }

  /** Whether any webhook can be verified. */
  get areKnown(): boolean {
    return (
      this.#wasRead ||
      Object.values(this.#signers).some((signers) => signers.length > 0)
    )
  }

  /** @throws when the database can't be read */
  async read(): Promise<void> {
    const { settings, retained } = this.parts
    const known = await settings.effective()
    const [hosted, onchain] = await Promise.all([
      retained.signers("hosted", known),
      retained.signers("onchain", known),
    ])
    const more = { hosted, onchain }
    this.#signers = byRail((rail) => [
      ...known.webhookSigners[rail],
      ...more[rail],
    ])
    this.#wasRead = true
  }

  /**
   * Verifies a webhook with the secrets that were last read. Whether its signer
   * confirms its payment is checked when it is processed.
   */
  judge(webhook: IncomingWebhook): WebhookVerdict {
    const verdict = judgeWebhook(webhook, this.#signers[webhook.rail])
    return !verdict.ok && verdict.reason === "unauthorized" && !this.#wasRead
      ? {
          ok: false,
          reason: "unavailable",
          message: "The secrets of this store could not be read yet.",
        }
      : verdict
  }
}
