import { type Rail, RAILS } from "../ledger"
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
  settings: Pick<AdminSettings, "effective" | "last">
  retained: Pick<RetainedAccounts, "signers" | "lastSigners">
  options: unknown
}

/**
 * The webhook secrets that this process last read, for the time in which the
 * database is away.
 */
export class KnownSigners {
  readonly #ofOptions: Record<Rail, readonly WebhookSigner[]>
  #wasRead = false

  constructor(private readonly parts: KnownSignersParts) {
    const { options } = parts
    const { options: effective, provenance } = mergeSettings(
      new Config(options),
      readStored([])
    )
    const settings = resolveSettings(effective, "", provenance)
    this.#ofOptions = settings.webhookSigners
  }

  /** Whether any webhook can be verified. */
  get areKnown(): boolean {
    return this.#wasRead || RAILS.some((rail) => this.#of(rail).length > 0)
  }

  /** @throws when the database can't be read */
  async read(): Promise<void> {
    const { settings, retained } = this.parts
    const known = await settings.effective()
    await Promise.all(RAILS.map((rail) => retained.signers(rail, known)))
    this.#wasRead = true
  }

  /**
   * Verifies a webhook with the secrets that were last read. Whether its signer
   * confirms its payment is checked when it is processed.
   */
  judge(webhook: IncomingWebhook): WebhookVerdict {
    const verdict = judgeWebhook(webhook, this.#of(webhook.rail))
    return !verdict.ok && verdict.reason === "unauthorized" && !this.#wasRead
      ? {
          ok: false,
          reason: "unavailable",
          message: "The secrets of this store could not be read yet.",
        }
      : verdict
  }

  /**
   * Webhooks read the settings as well, when a secret is new. The database may
   * go away before `read` runs again.
   */
  #of(rail: Rail): readonly WebhookSigner[] {
    const { settings, retained } = this.parts
    const { last } = settings
    return last
      ? [...last.webhookSigners[rail], ...retained.lastSigners(rail, last)]
      : this.#ofOptions[rail]
  }
}
