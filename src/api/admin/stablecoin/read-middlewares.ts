import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { EXPORT_FORMATS } from "../../../http-types"
import { lazyMiddleware } from "../../lazy-middleware"
import { listParams } from "./list-params"
import { fieldsOf, type Resource } from "./rows"

/**
 * Validates the queries of a list, its export and its single rows. `fields` and
 * `order` may name only fields of the list.
 */
export function readMiddlewares<Stored, Detail>(
  resource: Resource<Stored, Detail>
): MiddlewareRoute[] {
  const { list } = resource
  const shown = Object.keys(list.fields)
  const params = () => listParams(list)
  const ofExport = () =>
    params()
      .omit({ fields: true, limit: true, offset: true })
      .extend({ format: z.enum(EXPORT_FORMATS).default("comma") })
  const one = fieldsOf(resource)
  return [
    validatedRead(list.many, params, shown, true),
    ...(list.csv
      ? [validatedRead(`${list.many}/export`, ofExport, shown, true)]
      : []),
    validatedRead(`${list.many}/:id`, createSelectParams, one, false),
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
