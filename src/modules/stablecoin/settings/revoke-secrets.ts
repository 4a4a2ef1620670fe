import { isDeepStrictEqual } from "node:util"
import { byRail, type Rail } from "../../../ledger"
import {
  type Account,
  type AccountSecret,
  openedIfPossible,
  sealSecrets,
  secretsOf,
} from "./retained-account"
import type { KeyRing } from "./encryption"
import type { SettingsWrite } from "../repository/settings/settings"
import type { WebhookSigner } from "../webhooks/webhook-signers"
import type { EffectiveSettings } from "./effective-settings"
import { signersOf } from "./merge-webhook-secrets"
import { wholeAccountOf } from "./mode"

/** Effect of a change on the secrets of a rail. */
type RailChange = {
  /** The account before the change, retained if it is replaced. */
  former: RailCredentials
  current: RailCredentials
  /** Secrets that the change removes from the admin's list. */
  removed: readonly WebhookSigner[]
}

type RailCredentials = {
  account: string | null
  clientSecret: string | null
  signers: readonly WebhookSigner[]
  /**
   * Whether every secret can be decrypted, so that the signers are complete.
   */
  isReadable: boolean
}

/**
 * Updates the retained credentials in the transaction of a change. A removed
 * webhook secret confirms no payments any more, also of former accounts. A
 * replaced account retains its latest credentials, not those of its last
 * started payment.
 */
export function revokeSecrets(
  { before, after }: { before: EffectiveSettings; after: EffectiveSettings },
  keys: KeyRing
): SettingsWrite["reseal"] {
  const changes = byRail((rail) => changeOf(rail, before, after))
  const isSame = Object.values(changes).every(({ former, current }) =>
    isDeepStrictEqual(former, current)
  )
  return isSame
    ? undefined
    : (rows) =>
        rows.flatMap((row) => {
          const account = openedIfPossible(row, keys)
          const updated = account && inStep(account, changes[row.rail])
          return updated && !isDeepStrictEqual(updated, account)
            ? [{ ...row, secrets: sealSecrets(updated, keys) }]
            : []
        })
}

function changeOf(
  rail: Rail,
  before: EffectiveSettings,
  after: EffectiveSettings
): RailChange {
  const [former, current] = [
    credentialsOf(rail, before),
    credentialsOf(rail, after),
  ]
  const listed = before.webhookSecrets[rail].flatMap(({ source, secret }) =>
    source === "admin" && secret !== null ? secret : []
  )
  const removed = former.signers.filter(
    (signer) =>
      listed.includes(signer.secret) &&
      !current.signers.some((each) => isSameSecret(each, signer))
  )
  return { former, current, removed }
}

function credentialsOf(
  rail: Rail,
  effective: EffectiveSettings
): RailCredentials {
  return {
    account: wholeAccountOf(rail, effective.bindings[rail]),
    clientSecret: effective.clientSecrets[rail].secret,
    signers: signersOf(effective, rail),
    isReadable: !effective.provenance.unreadable?.[rail],
  }
}

function inStep(
  account: Account,
  { former, current, removed }: RailChange
): Account {
  const key = account.account
  const source = [current, former].find((each) => each.account === key)
  const known = source?.isReadable
    ? secretsOf(source.signers, key)
    : account.webhookSecrets
  return {
    ...account,
    clientSecret: source?.clientSecret ?? account.clientSecret,
    webhookSecrets: merged(known, secretsOf(current.signers, key)).filter(
      ({ secret }) => !isRevoked(secret, key, removed, current.signers)
    ),
  }
}

/**
 * The listed secret wins: it may have a replacement time that the stored one
 * lacks.
 */
function merged(
  known: readonly AccountSecret[],
  listed: readonly AccountSecret[]
): AccountSecret[] {
  const secrets = new Set(listed.map(({ secret }) => secret))
  return [...known.filter(({ secret }) => !secrets.has(secret)), ...listed]
}

/**
 * Revokes a secret for every account if no account lists it any more, otherwise
 * for the account that it was removed from.
 */
function isRevoked(
  secret: string,
  account: string,
  removed: readonly WebhookSigner[],
  after: readonly WebhookSigner[]
): boolean {
  const gone = removed.filter((each) => each.secret === secret)
  return (
    gone.some((each) => each.account === account) ||
    (gone.length > 0 && !after.some((each) => each.secret === secret))
  )
}

function isSameSecret(one: WebhookSigner, other: WebhookSigner): boolean {
  return one.secret === other.secret && one.account === other.account
}
