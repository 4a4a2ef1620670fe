import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { lazyMiddleware } from "../../lazy-middleware"

type Reads = {
  /** Query parameters of the list. */
  params: () => z.ZodObject
  /** The only fields that `fields` and `order` may name in the list. */
  list: string[]
  /** The same for one row. Default: those of the list. */
  one?: string[]
  /** Whether the list can be exported, as all rows with all columns. */
  isExported?: boolean
}

/** Validates the queries of a folder's list, export and single rows. */
export function readMiddlewares(
  folder: string,
  { params, list, one = list, isExported = false }: Reads
): MiddlewareRoute[] {
  const ofExport = () =>
    params().omit({ fields: true, limit: true, offset: true })
  return [
    validatedRead(folder, params, list, true),
    ...(isExported
      ? [validatedRead(`${folder}/export`, ofExport, list, true)]
      : []),
    validatedRead(`${folder}/:id`, createSelectParams, one, false),
  ]
}

/** Validates the query of one route, with a schema made on its first use. */
export function validatedRead(
  path: string,
  params: () => z.ZodObject,
  fields: string[],
  isList: boolean
): MiddlewareRoute {
  const config = { defaults: fields, allowed: fields, isList }
  return {
    methods: ["GET"],
    matcher: `/admin/stablecoin/${path}`,
    middlewares: [
      lazyMiddleware(() => validateAndTransformQuery(params(), config)),
    ],
  }
}
