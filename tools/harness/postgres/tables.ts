import type { Client } from "@medusajs/framework/pg"

export type Table = { name: string; columns: string }

/** The tables that a store writes to, without those that record migrations. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT quote_ident(relname) AS name, (
       SELECT string_agg(quote_ident(attname), ', ')
       FROM pg_attribute
       WHERE attrelid = pg_class.oid AND attnum > 0
         AND NOT attisdropped AND attgenerated = ''
     ) AS columns
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname NOT LIKE '%\\_migrations'`
  )
  return rows
}
