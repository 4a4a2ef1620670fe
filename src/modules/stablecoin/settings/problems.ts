import { RAILS } from "../../../ledger"
import type { EffectiveSettings } from "./effective-settings"

/** One sentence for each stored account whose secrets can't be used. */
export function problemsOf({ accounts }: EffectiveSettings): string[] {
  return RAILS.flatMap((rail) => {
    const { problem } = accounts.current[rail]
    const retained = accounts.unreadable[rail].filter(
      (key) => key !== "config" && key !== accounts.current[rail].row?.key
    )
    return [
      ...(problem
        ? [
            `The ${rail} account, which was set in the admin, can't be used. ${problem}`,
          ]
        : []),
      ...retained.map(
        (key) =>
          `The retained credentials ${key} can't be decrypted, so payments started with them can't be read from the gateway, and their webhooks can't be verified. Add their encryption key again.`
      ),
    ]
  })
}
