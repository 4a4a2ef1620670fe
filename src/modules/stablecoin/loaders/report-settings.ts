import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { resolveSettings } from "../settings"

/** Says at boot, in one sentence each, what keeps payments from being started. */
export default async function reportSettings({
  container,
  options,
}: LoaderOptions<Record<string, unknown>>): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { general, hosted, onchain, encryptionKeys } = resolveSettings(
    options,
    ""
  )
  const rails = Object.entries({ hosted, onchain })
  const usable = rails.filter(([, rail]) => rail.ok).map(([name]) => name)
  // A rail that the merchant left out altogether is no problem beside one that works.
  const meant = rails.filter(
    ([name]) => !usable.length || options?.[name] !== undefined
  )
  const parts = [general, ...meant.map(([, rail]) => rail)]
  const problems = parts.flatMap((part) => (part.ok ? [] : part.problems))
  for (const problem of problems) {
    logger.warn(`Stablecoin payments: ${problem}`)
  }
  if (general.ok && usable.length) {
    logger.info(`Stablecoin payments: ${usable.join(" and ")} configured.`)
    if (!encryptionKeys.length) {
      logger.info(
        "Stablecoin payments: encryptionKeys are not set, so that credentials are not kept with open payments. After a change of credentials, payments started before it can't be asked about, nor their webhooks verified."
      )
    }
  }
}
