import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { RAILS } from "../../../ledger"
import { repositoryOf } from "../repository"
import type { StoredRows } from "../repository/settings/settings"
import { resolveSettings } from "../settings/settings"

const { LOGGER, PG_CONNECTION } = ContainerRegistrationKeys

type Container = LoaderOptions["container"]

/** Logs at boot, in one sentence each, why payments can't be started. */
export default async function reportSettings({
  container,
  options,
}: LoaderOptions<Record<string, unknown>>): Promise<void> {
  const logger = container.resolve(LOGGER)
  const rows = await readRows(container)
  if (!rows) {
    // Missing settings may be in the database, so nothing is reported as a
    // problem yet.
    logger.info(
      "Stablecoin payments: the settings of the admin can't be read yet: medusa db:migrate makes the tables."
    )
    return
  }
  const settings = resolveSettings(options, "", rows)
  const usable = RAILS.filter((rail) => settings[rail].ok)
  // A rail without any settings is not a problem while the other one works.
  const meant = RAILS.filter((rail) => !usable.length || settings.isMeant[rail])
  const parts = [
    settings.general,
    ...meant.map((rail) => settings[rail]),
    settings.blockchain,
  ]
  for (const problem of parts.flatMap((part) =>
    part.ok ? [] : part.problems
  )) {
    logger.warn(`Stablecoin payments: ${problem}`)
  }
  if (usable.length && settings.keys.isEmpty) {
    logger.info(
      "Stablecoin payments: encryptionKeys is not set, so credentials are not retained for open payments. After a change of credentials, earlier payments can't be read from the gateway, and their webhooks can't be verified."
    )
  }
}

/** Null before the first migration, and while the database is unavailable. */
async function readRows(container: Container): Promise<StoredRows | null> {
  try {
    const db = container.resolve<Knex>(PG_CONNECTION)
    return (await repositoryOf(db).settings.read()).rows
  } catch {
    return null
  }
}
