import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { type Postgres, startPostgres } from "./postgres.mts"
import { runProgram } from "../command/run-program.ts"
import { TSX } from "../tsx.ts"
import { TestDatabases } from "./test-databases.ts"
import type { Template } from "./template-name.ts"

const CACHE = "node_modules/.cache/medusa-payment-stablecoin"

/** Everything that the templates are made from. */
const SOURCES = [
  "package-lock.json",
  "medusa-config.ts",
  "tools/harness/postgres/prepare-template.ts",
  "tools/harness/postgres/tables.ts",
  "tools/harness/shop",
  "tools/harness/store",
  "src/modules/stablecoin/migrations",
]

/**
 * A PostgreSQL with the templates. Making them takes most of a minute on two
 * cores, so the embedded server keeps them in node_modules/.cache until one of
 * their sources changes.
 *
 * @param run the name of a test run: on a server that others use too, its
 * databases must not collide with those of another run
 * @param durable whether its commits survive an immediate shutdown. Ignored if
 * DATABASE_URL was given
 */
export async function startTestPostgres(
  run: string,
  { durable = false } = {}
): Promise<{ postgres: Postgres; databases: TestDatabases }> {
  const cached = join(CACHE, `postgres-${await fingerprint()}`)
  const savedIn = (await exists(cached)) ? cached : undefined
  const postgres = await startPostgres({
    // Templates are prepared faster without, and with smaller files.
    durable: durable && savedIn !== undefined,
    ...(savedIn ? { savedIn } : {}),
  })
  const databases = new TestDatabases(
    postgres.serverUrl,
    postgres.save ? "stablecoin_test" : run
  )
  if (savedIn && postgres.save) {
    return { postgres, databases }
  }
  try {
    await databases.create("migrated")
    await prepare(databases, "migrated")
    await databases.create("seeded", "migrated")
    await prepare(databases, "seeded")
    if (postgres.save) {
      await keep(postgres.save, cached)
    }
  } catch (error) {
    await databases.dropAll()
    await postgres.stop()
    throw error
  }
  if (durable && postgres.save) {
    await postgres.stop()
    return await startTestPostgres(run, { durable })
  }
  return { postgres, databases }
}

async function prepare(
  databases: TestDatabases,
  template: Template
): Promise<void> {
  const script = join(import.meta.dirname, "prepare-template.ts")
  const code = await runProgram(process.execPath, [...TSX, script, template], {
    DATABASE_URL: databases.url(databases.template(template)),
    DISABLE_ADMIN: "true",
    LOG_LEVEL: "error",
    // Creates the tables of roles too, for stores that use them.
    MEDUSA_FF_RBAC: "true",
  }).ended
  if (code !== 0) {
    throw new Error(`The ${template} database could not be prepared.`)
  }
}

/** Replaces the templates of former sources. */
async function keep(
  save: (folder: string) => Promise<void>,
  cached: string
): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const former = await readdir(CACHE)
  const unfinished = `${cached}.${process.pid}`
  await save(unfinished)
  // Another run may have saved the same templates meanwhile.
  await rename(unfinished, cached).catch(
    async () => await rm(unfinished, { recursive: true, force: true })
  )
  for (const name of former.filter((entry) => entry.startsWith("postgres-"))) {
    await rm(join(CACHE, name), { recursive: true, force: true })
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256")
  for (const source of SOURCES) {
    for (const file of await filesOf(source)) {
      hash.update(file).update(await readFile(file))
    }
  }
  return hash.digest("hex").slice(0, 16)
}

async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) {
    return [path]
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false
  )
}
