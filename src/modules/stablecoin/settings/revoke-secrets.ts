import { isDeepStrictEqual } from "node:util"
import type { Rail } from "../../../ledger"
import {
  type Account,
  type AccountSecret,
  openedIfPossible,
  sealSecrets,
  secretsOf,
} from "../gateway/retained-account"
import type { KeyRing } from "./encryption"
import type { SettingsWrite } from "../repository/settings"
import type { WebhookSigner } from "../webhooks/webhook-signers"
import type { EffectiveSettings } from "./effective-settings"
import { signersOf } from "./merge-webhook-secrets"
import { wholeAccountOf } from "./mode"
import { ofEachRail } from "./stored"

/** What a change does to the secrets of a rail. */
type RailChange = {
  /** The account that was in force, which is retained if it is given up. */
  former: InForce
  current: InForce
  /** Those that the change removes from the admin's list. */
  removed: readonly WebhookSigner[]
}

type InForce = {
  account: string | null
  clientSecret: string | null
  signers: readonly WebhookSigner[]
  /** Whether every secret in force opens: only then nothing is missing among them. */
  isReadable: boolean
}

/**
 * Brings the credentials kept with payments in step with a change, in its
 * transaction. A removed webhook secret confirms nothing more, also of former
 * accounts. An account that is given up keeps what it has now, and not what it
 * had when a payment was last started with it.
 */
export function revokeSecrets(
  { before, after }: { before: EffectiveSettings; after: EffectiveSettings },
  keys: KeyRing
): SettingsWrite["reseal"] {
  const changes = ofEachRail((rail) => changeOf(rail, before, after))
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
  const [former, current] = [inForceOf(rail, before), inForceOf(rail, after)]
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

function inForceOf(rail: Rail, effective: EffectiveSettings): InForce {
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

/** What is listed now wins: it may have a moment that what was kept lacks. */
function merged(
  known: readonly AccountSecret[],
  listed: readonly AccountSecret[]
): AccountSecret[] {
  const secrets = new Set(listed.map(({ secret }) => secret))
  return [...known.filter(({ secret }) => !secrets.has(secret)), ...listed]
}

/** One that is listed for no account any more is revoked everywhere, otherwise for the account it was listed for. */
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
