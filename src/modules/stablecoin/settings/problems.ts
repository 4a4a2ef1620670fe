import { CHAINS } from "../../../gateway"
import { RAILS } from "../../../ledger"
import type { EffectiveSettings } from "./effective-settings"

/** One sentence for each secret set in the admin that can't be used. */
export function problemsOf(effective: EffectiveSettings): string[] {
  return [...ofRails(effective), ...ofEndpoints(effective)].flatMap(
    ({ name, problem }) =>
      problem
        ? `${name}, which was set in the admin, can't be used. ${problem}`
        : []
  )
}

type Named = { name: string; problem?: string }

function ofRails({
  clientSecrets,
  webhookSecrets,
}: EffectiveSettings): Named[] {
  return RAILS.flatMap((rail) => [
    { name: `${rail}.client_secret`, problem: clientSecrets[rail].problem },
    ...webhookSecrets[rail].map(({ id, problem }) => ({
      name: `${rail}.webhook_secrets ${id}`,
      problem,
    })),
  ])
}

function ofEndpoints({ endpoints }: EffectiveSettings): Named[] {
  return CHAINS.flatMap((chain) =>
    endpoints[chain].map(({ host, problem }) => ({
      name: `The endpoint ${host} of ${chain}`,
      problem,
    }))
  )
}
