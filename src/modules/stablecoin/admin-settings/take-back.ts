import { RAILS } from "../../../ledger"
import { withoutSecrets } from "../accounts/kept-account"
import type { KeyRing } from "../secrets"
import type { SettingsWrite } from "../store/settings"
import { type Laid, signersOf } from "./lay"
import { ofEachRail } from "./stored"

/**
 * Takes webhook secrets that a change removes from the credentials kept with
 * payments too, or they would go on confirming payments of former accounts.
 */
export function takeBack(
  { before, after }: { before: Laid; after: Laid },
  keys: KeyRing
): SettingsWrite["reseal"] {
  const gone = ofEachRail((rail) => {
    const stay = signersOf(after, rail)
    return new Set(
      before.webhookSecrets[rail].flatMap(({ secret }) =>
        secret === null || stay.includes(secret) ? [] : secret
      )
    )
  })
  return RAILS.some((rail) => gone[rail].size)
    ? (rows) => withoutSecrets(rows, gone, keys)
    : undefined
}
