import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { enteredRow } from "../accounts/effective-accounts"
import { Config } from "../settings/config"
import { type Rail, RAILS } from "../../../ledger"
import { resolveSettings, type Settings } from "../settings/settings"
import { repositoryOf } from "../repository"
import type { StoredRows } from "../repository/settings/settings"
import { isProduction } from "../settings/test-money"

const { LOGGER, PG_CONNECTION } = ContainerRegistrationKeys

type Container = LoaderOptions["container"]

type AccountLine = {
  rail: Rail
  mode: string
  host: string
  origin: string
  isSimulated: boolean
}

/**
 * Logs at boot, in one sentence each, why payments can't be started, or
 * webhooks may be rejected.
 */
export default async function reportSettings({
  container,
  options,
}: LoaderOptions<Record<string, unknown>>): Promise<void> {
  const logger = container.resolve(LOGGER)
  const rows = await readRows(container)
  const config = new Config(options)
  const settings = resolveSettings(options, "", rows ?? undefined)
  const usable = RAILS.filter((rail) => settings[rail].ok)
  if (!rows) {
    // Missing settings may be in the database, so nothing is reported as a
    // problem yet.
    logger.info(
      `Stablecoin payments: ${linesOf(describeAccounts(usable, settings)) || "no rail"} configured in medusa-config.ts. What is set in the admin can't be read yet: medusa db:migrate makes the tables.`
    )
    return
  }
  // A rail without any settings is not a problem while the other one works.
  const meant = RAILS.filter(
    (rail) =>
      !usable.length ||
      options?.[rail] !== undefined ||
      enteredRow(rows.accounts, rail) !== null
  )
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
  if (settings.general.ok && usable.length) {
    const accounts = describeAccounts(usable, settings)
    logger.info(`Stablecoin payments: ${linesOf(accounts)} configured.`)
    for (const { rail, mode, origin, isSimulated } of accounts) {
      if (isSimulated && isProduction()) {
        logger.warn(
          `Stablecoin payments: the ${rail} rail takes test money in production (${mode} at ${origin}): its orders are placed, and no money moves. Enter live credentials of a gateway, or remove those of this rail.`
        )
      }
    }
    if (config.keys.isEmpty) {
      logger.info(
        "Stablecoin payments: encryptionKeys is not set, so credentials are not retained for open payments. After a change of credentials, earlier payments can't be read from the gateway, and their webhooks can't be verified."
      )
    }
  }
}

/**
 * Each rail with its mode and the gateway's origin. The rest of the URL may
 * contain secrets.
 */
function describeAccounts(
  rails: readonly Rail[],
  settings: Settings
): AccountLine[] {
  return rails.map((rail) => {
    const { accounts, modes } = settings
    const { mode: known, sandbox } = modes[rail] ?? {}
    const mode = known ? `${known} mode` : "mode unknown"
    const { host, origin } = new URL(accounts[rail]?.baseUrl ?? "")
    return {
      rail,
      mode: sandbox ? `sandbox in ${mode}` : mode,
      host,
      origin,
      isSimulated: sandbox === true || known === "test",
    }
  })
}

/** For example `hosted (test mode, gateway.example)`. */
function linesOf(accounts: AccountLine[]): string {
  return accounts
    .map(({ rail, mode, host }) => `${rail} (${mode}, ${host})`)
    .join(" and ")
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
