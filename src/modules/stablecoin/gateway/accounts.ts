import type { Payment } from "../../../ledger"
import { RAILS } from "../../../ledger"
import type { AdminSettings } from "../settings/admin-settings"
import type { GatewayOrder, GatewayClients } from "./gateway-clients"
import { LATE_MONEY_SECONDS } from "../../../settings"
import type { Repository } from "../repository"
import { type DropEndedParts, dropEndedSecrets } from "./drop-ended-secrets"
import { currentAccount } from "../settings/retained-account"
import type { RetainedAccounts } from "../settings/retained-accounts"

const KEPT_AT_LEAST_MS = LATE_MONEY_SECONDS * 1000

export type AccountsParts = {
  repository: {
    accounts: Pick<Repository["accounts"], "forget">
  } & DropEndedParts["repository"]
  gateway: GatewayClients
  settings: Pick<AdminSettings, "effective" | "recent">
  retained: RetainedAccounts
}

/**
 * Credentials of open payments: the current ones, and those that payments were
 * started with before the merchant changed them.
 */
export class Accounts {
  constructor(private readonly parts: AccountsParts) {}

  /**
   * A payment's order at the gateway and the client to read it with.
   *
   * @returns null when the gateway has no call for it, or the credentials that
   * the payment was started with are unknown
   */
  async orderOf({
    rail,
    gateway_id,
    account: key,
  }: Payment): Promise<GatewayOrder | null> {
    const open = this.parts.gateway.readers[rail]
    if (!open || !gateway_id) {
      return null
    }
    const current = currentAccount(await this.parts.settings.recent(), rail)
    const account =
      current?.account === key ? current : await this.parts.retained.find(key)
    return account && { client: open(account), id: gateway_id }
  }

  /**
   * Reads the retained accounts and updates them: encrypts with the first key,
   * and stores the current secrets of the current account.
   */
  async refresh(): Promise<void> {
    await this.parts.retained.refresh()
  }

  /**
   * Removes credentials and replaced webhook secrets that no payment needs any
   * more. Any ended payment may still be paid late, so its secrets are kept for
   * 90 days, or for the webhook retention if that is longer.
   *
   * @param retentionMs how long webhooks are kept
   * @returns the keys of the removed accounts
   */
  async purgeEnded(retentionMs: number): Promise<string[]> {
    const { repository } = this.parts
    const settings = await this.parts.settings.effective()
    const keptMs = Math.max(retentionMs, KEPT_AT_LEAST_MS)
    const before = new Date(Date.now() - keptMs)
    const current = RAILS.flatMap((rail) => settings.accounts[rail] ?? [])
    const gone = await repository.accounts.forget(current, before)
    await dropEndedSecrets({ repository, current, before })
    if (gone.length) {
      await this.refresh()
    }
    return gone
  }
}
