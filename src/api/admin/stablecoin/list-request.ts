import type { MedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type { ListRequest, Names } from "../../../modules/stablecoin/types"

const ORDER_NUMBER = /^#?(\d{1,10})$/
const LARGEST_ORDER_NUMBER = 2 ** 31 - 1

/** Converts a list's validated query into a request to the ledger. */
export async function toListRequest({
  filterableFields,
  queryConfig: { pagination },
  scope,
}: Pick<
  MedusaRequest,
  "filterableFields" | "queryConfig" | "scope"
>): Promise<ListRequest> {
  const { q, created_at, ...columns } = filterableFields
  const [[by, direction] = ["created_at", "DESC"]] = Object.entries(
    pagination.order ?? {}
  )
  return {
    where: Object.fromEntries(
      Object.entries(columns).map(([column, values]) => [
        column,
        [values].flat() as string[],
      ])
    ),
    created_at: created_at as ListRequest["created_at"],
    names:
      typeof q === "string" && q.trim()
        ? await namesOf(scope, q.trim())
        : undefined,
    sort: { by, direction: direction === "ASC" ? "asc" : "desc" },
    limit: pagination.take ?? 20,
    offset: pagination.skip ?? 0,
  }
}

/** Resolves what only Medusa has: order numbers and e-mail addresses. */
async function namesOf(scope: MedusaContainer, q: string): Promise<Names> {
  const order_ids = await ordersOf(scope, q)
  if (order_ids.length) {
    const payment_collection_ids = await collectionsOf(scope, order_ids)
    return { q, order_ids, payment_collection_ids }
  }
  const { medusa } = scope.resolve(STABLECOIN_MODULE)
  return {
    q,
    order_ids,
    payment_collection_ids: [],
    of_customers: await medusa.findPaymentsByEmail(q),
  }
}

/** The order with this number, as Medusa shows it. */
async function ordersOf(scope: MedusaContainer, q: string): Promise<string[]> {
  const number = Number(ORDER_NUMBER.exec(q)?.[1] ?? Number.NaN)
  if (!(number <= LARGEST_ORDER_NUMBER)) {
    return []
  }
  const { data: orders } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: ["id"],
      filters: { display_id: number },
    })
  return orders.map(({ id }) => id)
}

/**
 * Ids of the payment collections of orders. An order that was edited or claimed
 * has several.
 */
export async function collectionsOf(
  scope: MedusaContainer,
  order_ids: readonly string[]
): Promise<string[]> {
  if (!order_ids.length) {
    return []
  }
  const { data: links } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order_payment_collection",
      fields: ["payment_collection_id"],
      filters: { order_id: [...order_ids] },
    })
  return links.map(
    ({ payment_collection_id }) => payment_collection_id as string
  )
}
