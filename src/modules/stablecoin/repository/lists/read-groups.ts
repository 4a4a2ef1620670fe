import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Listing,
  type ListRequest,
  ofColumns,
  withoutUnlisted,
} from "./listing"

/**
 * Reads the groups that contain a request's rows. Null: of all groups, for a
 * sort with an index over all.
 *
 * It jumps from one group to the next through the index. That takes as many
 * steps as there are groups, however many rows each has.
 */
export async function readGroups(
  db: Knex,
  listing: Listing,
  request: ListRequest
): Promise<string[] | null> {
  const { table, group, groupColumns, ungrouped } = listing
  const isGrouped = groupColumns.some((column) => request.where[column])
  if (request.sort.by === ungrouped && !isGrouped) {
    return null
  }
  const columns = groupColumns.join(", ")
  const first = (where: string) =>
    `SELECT ${columns}, ${group} AS "group" FROM ${table}
     WHERE deleted_at IS NULL ${where} ORDER BY ${group} LIMIT 1`
  const conditions = [
    ...ofColumns(db, request, (column) => groupColumns.includes(column)),
    ...withoutUnlisted(db, listing, request),
  ]
  const found: { group: string }[] = await db
    .withRecursive("found", (known) =>
      known.fromRaw(
        `(${first("")}) AS first UNION ALL
         SELECT next.* FROM found CROSS JOIN LATERAL
           (${first(`AND ${group} > found."group"`)}) AS next`
      )
    )
    .select("group")
    .from("found")
    .where((all) => conditions.forEach((condition) => all.whereRaw(condition)))
  return found.map((each) => each.group)
}
