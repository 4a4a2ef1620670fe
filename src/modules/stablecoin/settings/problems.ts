import { RAILS } from "../../../ledger"
import type { EffectiveSettings } from "./effective-settings"

/** One sentence for each secret set in the admin that can't be used. */
export function problemsOf({
  clientSecrets,
  webhookSecrets,
}: EffectiveSettings): string[] {
  return RAILS.flatMap((rail) => [
    { name: `${rail}.client_secret`, problem: clientSecrets[rail].problem },
    ...webhookSecrets[rail].map(({ id, problem }) => ({
      name: `${rail}.webhook_secrets ${id}`,
      problem,
    })),
  ]).flatMap(({ name, problem }) =>
    problem
      ? `${name}, which was set in the admin, can't be used. ${problem}`
      : []
  )
}
