import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type {
  Export,
  Exports,
  ListRequest,
} from "../../../modules/stablecoin/types"
import { messageOf } from "../../../shared/message-of"
import { BYTE_ORDER_MARK, csvLine } from "./csv"
import { toListRequest } from "./list-request"

/** A column: its heading, and a row's cell. */
export type ExportColumn<Row> = [
  heading: string,
  cell: (row: Row) => string | null,
]

type ExportOptions<Row> = {
  /** The file's name, without date and extension. */
  name: string
  columns: readonly ExportColumn<Row>[]
  start(exports: Exports, request: ListRequest): Promise<Export<Row>>
}

/** Sends all rows of a list as a CSV file, page by page as the client reads. */
export function exportRows<Row>({ name, columns, start }: ExportOptions<Row>) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const request = await toListRequest(req)
    const { exports } = req.scope.resolve(STABLECOIN_MODULE)
    const started = await start(exports, request)
    if ("refused" in started) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "Too many rows match to export them: enter more of the search text, or use fewer filters."
      )
    }
    // Read before the response begins, so that an error still has its status.
    const first = await started.pages.next()
    res.writeHead(200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
      "cache-control": "no-store",
    })
    if (req.method === "HEAD") {
      res.end()
      return
    }
    try {
      const lines = linesOf(columns, first, started.pages, () => res.destroyed)
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

async function* linesOf<Row>(
  columns: readonly ExportColumn<Row>[],
  first: IteratorResult<Row[], void>,
  pages: AsyncGenerator<Row[], void>,
  isClosed: () => boolean
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading))
  for (let page = first; !page.done; page = await pages.next()) {
    // A page without rows yields nothing, which would end it otherwise.
    if (isClosed()) {
      return
    }
    const lines = page.value.map((row) =>
      csvLine(columns.map(([, cell]) => cell(row)))
    )
    if (lines.length) {
      yield lines.join("")
    }
  }
}
