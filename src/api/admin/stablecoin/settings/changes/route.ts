import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminSettingChangesResponse } from "../../../../../http-types"

type Change = AdminSettingChangesResponse["changes"][number]

/**
 * Lists who changed which settings, and when. Never returns old or new values.
 */
export async function GET(
  { scope, queryConfig }: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { fields, pagination } = queryConfig
  const { data, metadata } = await query.graph({
    entity: "stablecoin_setting_change",
    fields,
    pagination: { ...pagination, order: { ...pagination.order, id: "DESC" } },
  })
  const changes = data as Omit<Change, "actor">[]
  const { data: users } = await query.graph({
    entity: "user",
    fields: ["id", "email"],
    filters: { id: [...new Set(changes.map(({ actor_id }) => actor_id))] },
  })
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  res.json({
    changes: changes.map((change) => ({
      ...change,
      actor: emails.get(change.actor_id) ?? null,
    })),
    count: metadata?.count ?? 0,
    offset: metadata?.skip ?? 0,
    limit: metadata?.take ?? 0,
  } satisfies AdminSettingChangesResponse)
}
