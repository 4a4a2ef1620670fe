import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { resolveSettings } from "../settings"

/** Says at boot, in one sentence each, what keeps payments from being started. */
export default async function reportSettings({
  container,
  options,
}: LoaderOptions<Record<string, unknown>>): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { general, hosted, onchain } = resolveSettings(options, "")
  const rails = Object.entries({ hosted, onchain })
  const problems = new Set(
    [general, ...rails.map(([, rail]) => rail)].flatMap((part) =>
      part.ok ? [] : part.problems
    )
  )
  const usable = rails.filter(([, rail]) => rail.ok).map(([name]) => name)
  for (const problem of problems) {
    logger.warn(`Stablecoin payments: ${problem}`)
  }
  if (general.ok && usable.length) {
    logger.info(`Stablecoin payments: ${usable.join(" and ")} configured.`)
  }
}
