import { RAILS } from "../../../ledger"
import { accountOf } from "../settings/mode"
import {
  readStored,
  type SealedWebhookSecret,
  webhookSecretsKey,
} from "../settings/stored"
import type { Repository } from "../repository"
import type { SettingRow } from "../repository/settings/settings"

export type DropEndedParts = {
  repository: {
    settings: Pick<Repository["settings"], "read" | "save">
    accounts: Pick<Repository["accounts"], "list" | "mayStillBePaid">
  }
  /** Keys of the current accounts. */
  current: readonly string[]
  /** Payments started after this may still be paid, however they ended. */
  before: Date
}

/**
 * Removes webhook secrets from the admin's list that no longer confirm any
 * payment: replaced ones whose payments have all ended, and those of former
 * accounts that are no longer retained.
 */
export async function dropEndedSecrets(parts: DropEndedParts): Promise<void> {
  const { repository } = parts
  const { version, rows } = await repository.settings.read()
  const ended = await endedIds(rows, parts)
  if (ended.size) {
    // After a concurrent change, the next run removes them.
    await repository.settings.save(version, null, (current) => {
      const { webhookSecrets } = readStored(current)
      const lists = RAILS.map((rail) => ({
        key: webhookSecretsKey(rail),
        before: webhookSecrets[rail],
        secrets: webhookSecrets[rail].filter(({ id }) => !ended.has(id)),
      })).filter(({ before, secrets }) => secrets.length < before.length)
      return {
        put: lists.flatMap(({ key, secrets }) =>
          secrets.length ? { key, value: { secrets } } : []
        ),
        remove: lists.flatMap(({ key, secrets }) =>
          secrets.length ? [] : key
        ),
        fields: [],
      }
    })
  }
}

async function endedIds(
  rows: readonly SettingRow[],
  { repository, current, before }: DropEndedParts
): Promise<Set<string>> {
  const { webhookSecrets } = readStored(rows)
  const retained = (await repository.accounts.list()).map(({ key }) => key)
  const isEnded = async (
    { replaced_at, created_at }: SealedWebhookSecret,
    account: string
  ) => {
    if (replaced_at) {
      const until = new Date(replaced_at)
      return !(await repository.accounts.mayStillBePaid(account, until, before))
    }
    return (
      !current.includes(account) &&
      !retained.includes(account) &&
      new Date(created_at) < before
    )
  }
  const ended = new Set<string>()
  for (const rail of RAILS) {
    for (const sealed of webhookSecrets[rail]) {
      const { id, account } = sealed
      if (account && (await isEnded(sealed, accountOf(rail, account)))) {
        ended.add(id)
      }
    }
  }
  return ended
}
