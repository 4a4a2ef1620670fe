import { TABLE } from "../tables"

/** SQL of what is allocated of a deposit. The parameter is its alias. */
export function allocatedSql(deposit: string, condition = ""): string {
  return `COALESCE((
    SELECT SUM(CAST(used.amount AS numeric)) FROM ${TABLE.allocation} AS used
    WHERE used.deposit_id = ${deposit}.id AND used.deleted_at IS NULL ${condition}), 0)`
}

/** SQL of what is unallocated of a deposit. The parameter is its alias. */
export function unallocatedSql(deposit: string): string {
  return `(CAST(${deposit}.amount AS numeric) - ${allocatedSql(deposit)})`
}
