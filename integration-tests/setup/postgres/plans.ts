import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The work that PostgreSQL did for the statements of one call. */
export type Plan = {
  statements: number
  /** Node types of the plans. */
  nodes: Set<string>
  /** Tables that were scanned sequentially. */
  scanned: string[]
  /** Rows read from tables and indexes, including those filtered out. */
  rows: number
  /** Database pages that were read. */
  buffers: number
}

type Node = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  "Shared Hit Blocks": number
  "Shared Read Blocks": number
  Plans?: Node[]
}

/**
 * The driver's own connection: knex would read the $1 of its own statements as
 * names.
 */
type Connection = {
  query(
    sql: string,
    values: unknown[]
  ): Promise<{ rows: { "QUERY PLAN": { Plan: Node }[] }[] }>
}

/**
 * Runs queries, then explains each of their statements in the same
 * transactions.
 */
export async function plansOf(
  db: Knex,
  read: () => Promise<unknown>
): Promise<Plan> {
  const queries: { sql: string; bindings: unknown[] }[] = []
  const note = (query: { sql: string; bindings: unknown[] }) => {
    queries.push(query)
  }
  db.on("query", note)
  try {
    await read()
  } finally {
    db.off("query", note)
  }
  const plan: Plan = {
    statements: 0,
    nodes: new Set(),
    scanned: [],
    rows: 0,
    buffers: 0,
  }
  const connection = (await db.client.acquireConnection()) as Connection
  try {
    for (const { sql, bindings } of queries) {
      if (!/^(select|with)/i.test(sql)) {
        await connection.query(sql, bindings)
        continue
      }
      const { rows } = await connection.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
        bindings
      )
      const root = rows[0]!["QUERY PLAN"][0]!.Plan
      plan.statements += 1
      plan.buffers += root["Shared Hit Blocks"] + root["Shared Read Blocks"]
      addNode(plan, root)
    }
  } finally {
    await db.client.releaseConnection(connection)
  }
  return plan
}

function addNode(plan: Plan, node: Node): void {
  const type = node["Node Type"]
  const rows = Math.round(node["Actual Rows"] * node["Actual Loops"])
  plan.nodes.add(type)
  if (type === "Seq Scan") {
    plan.scanned.push(String(node["Relation Name"]))
  }
  if (type.endsWith("Scan") && node["Relation Name"]) {
    plan.rows +=
      rows + (node["Rows Removed by Filter"] ?? 0) * node["Actual Loops"]
  }
  node.Plans?.forEach((each) => addNode(plan, each))
}
