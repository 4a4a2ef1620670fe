import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { ExportFormat } from "../../../http-types"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type { List, ListRequest } from "../../../modules/stablecoin/types"
import { messageOf } from "../../../shared/message-of"
import { Semaphore } from "../../../shared/semaphore"
import { validQuery } from "../../valid-query"
import { BYTE_ORDER_MARK, csvLine } from "./csv"
import { exportParams, toListRequest } from "./list-params"

/** Rows that are read and written at once. More would delay other requests. */
const PAGE_ROWS = 250

/** All exports of a process together read one page at a time. */
const turns = new Semaphore(1)

/**
 * Sends all rows of a list as a CSV file, page by page as the client reads.
 * Amounts are exact decimals, times ISO 8601 in UTC. The parameter `format`
 * decides how cells and decimals are separated.
 */
export function exportRows<Row>(list: List<Row>) {
  const params = z.lazy(() => exportParams(list))
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { format, ...given } = await validQuery(req, params)
    const pages = pagesOf(req, list, toListRequest(given), format)
    // Read before the response begins, so that an error still has its status.
    const first = await pages.next()
    const today = new Date().toISOString().slice(0, 10)
    res.writeHead(200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="stablecoin-${list.many}-${today}.csv"`,
      "cache-control": "no-store",
    })
    if (req.method === "HEAD") {
      res.end()
      return
    }
    const all = async function* () {
      yield first.value
      yield* pages
    }
    try {
      await pipeline(Readable.from(all()), res)
    } catch (error) {
      // The response is cut off, so that the file does not look complete.
      if ((error as { code?: unknown }).code !== "ERR_STREAM_PREMATURE_CLOSE") {
        req.scope
          .resolve(ContainerRegistrationKeys.LOGGER)
          .error(`Stablecoin payments: ${req.path} failed: ${messageOf(error)}`)
      }
    }
  }
}

/**
 * Reads a list's file, page by page, the first with the headings. Between two
 * pages nothing is kept but the position, so that a slow or absent reader costs
 * neither memory nor a connection.
 */
async function* pagesOf(
  { scope }: Pick<MedusaRequest, "scope">,
  list: List,
  request: ListRequest,
  format: ExportFormat
): AsyncGenerator<string, void> {
  const { lists } = scope.resolve(STABLECOIN_MODULE).repository
  const columns = list.csv ?? {}
  const headings = Object.keys(columns)
  let head = BYTE_ORDER_MARK + csvLine(headings, format)
  let after: { id: string; key: string } | null = null
  do {
    const { rows, last } = await turns.run(async () => {
      const found = await lists.findNext(list, request, after, PAGE_ROWS)
      const ids = found.map(({ id }) => id)
      const rows = await lists.readRows(list, columns, ids)
      return {
        rows: rows as Record<string, unknown>[],
        last: found[PAGE_ROWS - 1],
      }
    })
    const lines = rows.map((row) =>
      csvLine(
        headings.map((heading) => cellOf(row[heading])),
        format
      )
    )
    yield head + lines.join("")
    head = ""
    after = last ?? null
  } while (after)
}

function cellOf(value: unknown): string | null {
  return value === null
    ? null
    : value instanceof Date
      ? value.toISOString()
      : String(value)
}
