import { Semaphore } from "../../../shared/semaphore"
import type { Repository } from "../repository"
import type { PaymentsRequest } from "../repository/lists/list-payments"
import type { ListRequest, Unpaged } from "../repository/lists/listing"
import type { IdPage, Position, Selection } from "../repository/lists/walk-ids"
import type {
  DepositExport,
  PaymentExport,
  RefundExport,
} from "../repository/medusa/export-rows"

/** Rows that are read and written at once. More would delay other requests. */
const PAGE_ROWS = 250

/** Pages of an export, or why there is none. */
export type Export<Row> =
  | { pages: AsyncGenerator<Row[], void> }
  /** The search finds more rows than it reads. */
  | { refused: "too_many_found" }

/**
 * Lists of any length, page by page. Between two pages nothing is kept but the
 * position, so that a slow or absent reader costs neither memory nor a
 * connection.
 */
export class Exports {
  /** All exports of a process together read one page at a time. */
  readonly #turns = new Semaphore(1)

  constructor(private readonly repository: Repository) {}

  /** Starts an export of payments, in the order of their list. */
  async payments(
    request: Unpaged<PaymentsRequest>
  ): Promise<Export<PaymentExport>> {
    const { payments, medusa } = this.repository
    return this.#export(await payments.select(request), {
      walk: payments.walk,
      read: medusa.readPaymentExports,
    })
  }

  /** Starts an export of refunds, in the order of their list. */
  async refunds(request: Unpaged<ListRequest>): Promise<Export<RefundExport>> {
    const { refunds, medusa } = this.repository
    return this.#export(await refunds.select(request), {
      walk: refunds.walk,
      read: medusa.readRefundExports,
    })
  }

  /** Starts an export of deposits, in the order of their list. */
  async deposits(
    request: Unpaged<ListRequest>
  ): Promise<Export<DepositExport>> {
    const { deposits, medusa } = this.repository
    return this.#export(await deposits.select(request), {
      walk: deposits.walk,
      read: medusa.readDepositExports,
    })
  }

  #export<Row>(selection: Selection, table: Reads<Row>): Export<Row> {
    return selection.found?.isCutShort
      ? { refused: "too_many_found" }
      : { pages: this.#pages(selection, table) }
  }

  async *#pages<Row>(
    selection: Selection,
    { walk, read }: Reads<Row>
  ): AsyncGenerator<Row[], void> {
    let position: Position | null = null
    do {
      const after: Position | null = position
      const page = await this.#turns.run(async () => {
        const { ids, next } = await walk(selection, after, PAGE_ROWS)
        return { rows: await read(ids), next }
      })
      position = page.next
      yield page.rows
    } while (position)
  }
}

type Reads<Row> = {
  walk(
    selection: Selection,
    after: Position | null,
    limit: number
  ): Promise<IdPage>
  read(ids: readonly string[]): Promise<Row[]>
}
