import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ExportFormat } from "../../../http-types"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type { List, ListRequest } from "../../../modules/stablecoin/types"
import { messageOf } from "../../../shared/message-of"
import { Semaphore } from "../../../shared/semaphore"
import { BYTE_ORDER_MARK, csvLine } from "./csv"
import { toListRequest } from "./rows"

/** Rows that are read and written at once. More would delay other requests. */
const PAGE_ROWS = 250

/** All exports of a process together read one page at a time. */
const turns = new Semaphore(1)

/** A row of a file, by heading. */
type Cells = Record<string, unknown>

/**
 * Sends all rows of a list as a CSV file, page by page as the client reads.
 * Amounts are exact decimals, times ISO 8601 in UTC. The validated `format`
 * decides how cells and decimals are separated.
 */
export function exportRows<Row>(list: List<Row>) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { format, ...filterableFields } = req.filterableFields
    const { queryConfig } = req
    const request = toListRequest({ filterableFields, queryConfig })
    const pages = pagesOf(req, list, request)
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
    try {
      const headings = Object.keys(list.csv ?? {})
      const lines = linesOf(
        headings,
        format as ExportFormat,
        first,
        pages,
        () => res.destroyed
      )
      await pipeline(Readable.from(lines), res)
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
 * Reads the columns of a list's file, page by page. Between two pages nothing is
 * kept but the position, so that a slow or absent reader costs neither memory
 * nor a connection.
 */
async function* pagesOf(
  { scope }: Pick<MedusaRequest, "scope">,
  list: List,
  request: ListRequest
): AsyncGenerator<Cells[], void> {
  const { lists } = scope.resolve(STABLECOIN_MODULE).repository
  let after: { id: string; key: string } | undefined
  do {
    const page = await turns.run(async () => {
      const found = await lists.findNext(
        list,
        request,
        after ?? null,
        PAGE_ROWS
      )
      const ids = found.map(({ id }) => id)
      const rows = await lists.readRows(list, list.csv ?? {}, ids)
      return { rows: rows as Cells[], next: found[PAGE_ROWS - 1] }
    })
    after = page.next
    yield page.rows
  } while (after)
}

async function* linesOf(
  headings: readonly string[],
  format: ExportFormat,
  first: IteratorResult<Cells[], void>,
  pages: AsyncGenerator<Cells[], void>,
  isClosed: () => boolean
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLine(headings, format)
  for (let page = first; !page.done; page = await pages.next()) {
    // A page without rows yields nothing, which would end it otherwise.
    if (isClosed()) {
      return
    }
    const lines = page.value.map((row) =>
      csvLine(
        headings.map((heading) => cellOf(row[heading])),
        format
      )
    )
    if (lines.length) {
      yield lines.join("")
    }
  }
}

function cellOf(value: unknown): string | null {
  return value === null
    ? null
    : value instanceof Date
      ? value.toISOString()
      : String(value)
}
