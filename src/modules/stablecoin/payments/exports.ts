import { Semaphore } from "../../../shared/semaphore"
import type { Repository } from "../repository"
import type { List, ListRequest } from "../repository/lists/list"
import type { Position } from "../repository/lists/read-lists"

/** Rows that are read and written at once. More would delay other requests. */
const PAGE_ROWS = 250

/** A row of an exported file, by heading. */
export type ExportRow = Readonly<Record<string, unknown>>

/**
 * Lists of any length, page by page. Between two pages nothing is kept but the
 * position, so that a slow or absent reader costs neither memory nor a
 * connection.
 */
export class Exports {
  /** All exports of a process together read one page at a time. */
  readonly #turns = new Semaphore(1)

  constructor(private readonly repository: Repository) {}

  /** Reads the columns of a list's file, in the order of the list. */
  async *pages(
    list: List,
    request: ListRequest
  ): AsyncGenerator<ExportRow[], void> {
    const { findNext, readRows } = this.repository.lists
    let next: Position | undefined
    do {
      const after = next ?? null
      const page = await this.#turns.run(async () => {
        const found = await findNext(list, request, after, PAGE_ROWS)
        const ids = found.map(({ id }) => id)
        const rows = await readRows(list, list.csv ?? {}, ids)
        return { rows, next: found[PAGE_ROWS - 1] }
      })
      next = page.next
      yield page.rows as ExportRow[]
    } while (next)
  }
}
