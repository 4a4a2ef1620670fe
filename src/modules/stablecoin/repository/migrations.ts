import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Where Medusa notes the migrations of all modules. */
const NOTED = "mikro_orm_migrations"

/** Names of the migrations that have run on this database, of whatever module. */
export async function appliedMigrations(db: Knex): Promise<string[]> {
  return (await db.schema.hasTable(NOTED))
    ? await db(NOTED).pluck<string[]>("name")
    : []
}
