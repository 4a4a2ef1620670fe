const CREATED_TABLE = /create table (?:if not exists )?"(\w+)"/gi
const INDEX = /create (?:unique )?index .*?"(\w+)" on "(\w+)"/gi

/**
 * Why a migration would stop a running store: PostgreSQL locks a table's writes
 * while it builds an index, so that starts and webhooks wait. A large store
 * builds the index before, as the changelog tells it.
 */
export function migrationProblems(source: string, changelog: string): string[] {
  const created = [...source.matchAll(CREATED_TABLE)].map(([, table]) => table)
  const waits = source.search(/set local lock_timeout/i)
  return [...source.matchAll(INDEX)].flatMap(([sql, name, table]) => {
    const index = `The index ${name} on ${table}`
    if (created.includes(table)) {
      return []
    }
    return [
      ...(/ concurrently /i.test(sql)
        ? [`${index} can't be built CONCURRENTLY in Medusa's transaction.`]
        : []),
      ...(/ if not exists /i.test(sql)
        ? []
        : [`${index} needs IF NOT EXISTS: a store may have built it before.`]),
      ...(waits === -1 || waits > source.indexOf(sql)
        ? [`${index} needs SET LOCAL lock_timeout before it.`]
        : []),
      ...(changelog.includes(`INDEX CONCURRENTLY IF NOT EXISTS "${name}"`)
        ? []
        : [`${index} needs its CONCURRENTLY statement under Upgrade.`]),
    ]
  })
}
