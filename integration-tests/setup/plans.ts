import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** What PostgreSQL did for the statements of one question. */
export type Plan = {
  statements: number
  /** Kinds of the plans' nodes. */
  nodes: Set<string>
  /** Tables that were read from their beginning. */
  scanned: string[]
  /** Rows that were read in tables and indexes, also those that did not fit. */
  rows: number
  /** Pages of the database that were looked at. */
  buffers: number
  /** Most rows that one node sorted. */
  sorted: number
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

/** Runs what asks the database, and then has each of its very statements explained. */
export async function plansOf(
  db: Knex,
  ask: () => Promise<unknown>
): Promise<Plan> {
  const asked: { sql: string; bindings: unknown[] }[] = []
  const note = (query: { sql: string; bindings: unknown[] }) => {
    asked.push(query)
  }
  db.on("query", note)
  try {
    await ask()
  } finally {
    db.off("query", note)
  }
  const plan: Plan = {
    statements: asked.length,
    nodes: new Set(),
    scanned: [],
    rows: 0,
    buffers: 0,
    sorted: 0,
  }
  for (const { sql, bindings } of asked) {
    const root = await explain(db, sql, bindings)
    plan.buffers += root["Shared Hit Blocks"] + root["Shared Read Blocks"]
    addNode(plan, root)
  }
  return plan
}

async function explain(
  db: Knex,
  sql: string,
  bindings: unknown[]
): Promise<Node> {
  const connection: unknown = await db.client.acquireConnection()
  try {
    // Past knex, which would read its own $1 as a name of ours.
    const { rows } = await (
      connection as {
        query(
          sql: string,
          values: unknown[]
        ): Promise<{ rows: { "QUERY PLAN": { Plan: Node }[] }[] }>
      }
    ).query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, bindings)
    return rows[0]!["QUERY PLAN"][0]!.Plan
  } finally {
    await db.client.releaseConnection(connection)
  }
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
  if (type.endsWith("Sort")) {
    const read = node.Plans?.map((each) => each["Actual Rows"]) ?? []
    plan.sorted = Math.max(plan.sorted, rows, ...read)
  }
  node.Plans?.forEach((each) => addNode(plan, each))
}
