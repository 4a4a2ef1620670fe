import { type Rail, RAILS } from "../ledger"
import type { AdminSettings } from "../modules/stablecoin/settings/admin-settings"
import { Config } from "../modules/stablecoin/settings/config"
import { mergeSettings } from "../modules/stablecoin/settings/effective-settings"
import type { RetainedAccounts } from "../modules/stablecoin/settings/retained-accounts"
import {
  resolveSettings,
  type Settings,
} from "../modules/stablecoin/settings/settings"
import { readStored } from "../modules/stablecoin/settings/stored"
import {
  type IncomingWebhook,
  judgeWebhook,
  SIGNATURE_HEADER,
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
  readonly #ofOptions: Settings

  constructor(private readonly parts: KnownSignersParts) {
    const { options } = parts
    const { options: effective, provenance } = mergeSettings(
      new Config(options),
      readStored([])
    )
    this.#ofOptions = resolveSettings(effective, "", provenance)
  }

  /**
   * Whether webhooks of every configured rail can be verified. A rail that is
   * configured in the admin alone is unknown until the settings were read.
   */
  get areKnown(): boolean {
    const known = RAILS.filter((rail) => this.#of(rail).length > 0)
    return (
      known.length > 0 &&
      RAILS.every((rail) => known.includes(rail) || !this.#isConfigured(rail))
    )
  }

  /** @throws when the database can't be read */
  async read(): Promise<void> {
    const { settings, retained } = this.parts
    const known = await settings.effective()
    await Promise.all(RAILS.map((rail) => retained.signers(rail, known)))
  }

  /**
   * Verifies a webhook with the secrets that were last read. Whether its signer
   * confirms its payment is checked when it is processed.
   *
   * A signed webhook that they don't confirm gets a 503 instead of a 401: the
   * database may have a newer secret, or one that can't be decrypted here. The
   * store's own route can't judge it either.
   */
  judge(webhook: IncomingWebhook): WebhookVerdict {
    const { rail, header } = webhook
    const verdict = judgeWebhook(webhook, this.#of(rail))
    return !verdict.ok &&
      verdict.reason === "unauthorized" &&
      header(SIGNATURE_HEADER[rail])
      ? {
          ok: false,
          reason: "unavailable",
          message:
            "The database is away, and may have a newer secret that signed this body. Send it again.",
        }
      : verdict
  }

  /** Before the settings were read, the secret of an account may be in them. */
  #isConfigured(rail: Rail): boolean {
    const { last } = this.parts.settings
    return last
      ? last[rail].ok || last.unreadable[rail]
      : this.#ofOptions.accounts[rail] !== null
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
      : this.#ofOptions.webhookSigners[rail]
  }
}
