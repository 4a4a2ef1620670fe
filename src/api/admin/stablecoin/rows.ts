import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"

/** A table of the ledger, as Medusa's query knows it, and its names in answers. */
export type Rows = {
  entity: `stablecoin_${string}`
  one: string
  many: string
}

/**
 * Answers a list as Medusa's own routes do: the rows under the plural's name,
 * and how many there are.
 *
 * @param filtersOf what the validated filters mean to Medusa's query, where they are not its own
 */
export function listRows(
  { entity, many }: Rows,
  filtersOf: (asked: Record<string, unknown>) => Record<string, unknown> = (
    asked
  ) => asked
) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { fields, pagination } = req.queryConfig
    const { data, metadata } = await req.scope
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity,
        fields,
        filters: filtersOf(req.filterableFields),
        // Rows of the same moment come in one order on every page.
        pagination: {
          ...pagination,
          order: { ...pagination.order, id: "ASC" },
        },
      })
    res.json({
      [many]: data,
      count: metadata?.count ?? 0,
      offset: metadata?.skip ?? 0,
      limit: metadata?.take ?? 0,
    })
  }
}

/** Answers the row that the path names. */
export function retrieveRow(rows: Rows) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const row = await readRow(req, rows, req.params.id, req.queryConfig.fields)
    res.json({ [rows.one]: row })
  }
}

/** One row with the given fields. @throws MedusaError (404) when there is none */
export async function readRow(
  { scope }: Pick<MedusaRequest, "scope">,
  { entity, one }: Rows,
  id: string | undefined,
  fields: readonly string[]
): Promise<Record<string, unknown>> {
  const { data } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity, fields: [...fields], filters: { id } })
  const [row] = data as Record<string, unknown>[]
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no ${one} ${id}.`
    )
  }
  return row
}
