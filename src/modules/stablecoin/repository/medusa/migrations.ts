import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Medusa's table of the migrations of all modules. */
const NOTED = "mikro_orm_migrations"

/**
 * Reads the names of all modules' migrations that have run on this database.
 */
export async function appliedMigrations(db: Knex): Promise<string[]> {
  return (await db.schema.hasTable(NOTED))
    ? await db(NOTED).pluck<string[]>("name")
    : []
}
