import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { DEPOSITS } from "../../src/modules/stablecoin/repository/lists/deposits"
import { EXCEPTIONS } from "../../src/modules/stablecoin/repository/lists/exceptions"
import type {
  Field,
  List,
} from "../../src/modules/stablecoin/repository/lists/list"
import { PAYMENTS } from "../../src/modules/stablecoin/repository/lists/payments"
import { REFUNDS } from "../../src/modules/stablecoin/repository/lists/refunds"
import { storeTest } from "../setup/store/store"

/**
 * All columns of Medusa's own tables that the plugin's SQL names, by table.
 * Medusa may change them in any release.
 */
const MEDUSA_COLUMNS = `
  capture: amount payment_id deleted_at id created_at
  cart: id region_id currency_code completed_at deleted_at customer_id email
  cart_payment_collection: cart_id payment_collection_id deleted_at
  customer: id email deleted_at
  mikro_orm_migrations: name
  notification: resource_id resource_type
  order: region_id id customer_id deleted_at display_id version canceled_at status created_at currency_code updated_at is_draft_order
  order_cart: order_id cart_id deleted_at
  order_item: order_id item_id version quantity fulfilled_quantity deleted_at
  order_line_item: id variant_id
  order_payment_collection: order_id payment_collection_id created_at deleted_at
  order_summary: order_id version totals deleted_at updated_at
  order_transaction: order_id amount reference reference_id deleted_at
  payment: id payment_collection_id payment_session_id amount currency_code canceled_at created_at deleted_at captured_at provider_id
  payment_collection: deleted_at id raw_amount currency_code status
  payment_provider: id is_enabled deleted_at
  payment_session: id payment_collection_id provider_id currency_code raw_amount deleted_at status amount data
  product_variant: id manage_inventory
  product_variant_inventory_item: variant_id deleted_at
  refund: id amount payment_id deleted_at raw_amount created_at note refund_reason_id
  refund_reason: id label
  region: id deleted_at
  region_payment_provider: region_id payment_provider_id deleted_at
  reservation_item: line_item_id deleted_at
`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/:? /))
  .map(([table = "", ...columns]) => ({ table, columns }))

const LISTS: List[] = [PAYMENTS, DEPOSITS, EXCEPTIONS, REFUNDS]

const ROLE = "reads_declared_columns"

/** Runs as a role that may read the declared columns, and rolls back. */
async function withDeclaredColumns(
  db: Knex,
  run: (trx: Knex) => Promise<void>
): Promise<void> {
  const trx = await db.transaction()
  try {
    await trx.raw("CREATE ROLE ??", [ROLE])
    for (const { table, columns } of MEDUSA_COLUMNS) {
      await trx.raw(
        `GRANT SELECT (${columns.map(() => "??").join(", ")}) ON ?? TO ??`,
        [...columns, table, ROLE]
      )
    }
    const { rows } = await trx.raw<{ rows: { tablename: string }[] }>(
      "SELECT tablename FROM pg_tables WHERE tablename LIKE 'stablecoin%'"
    )
    for (const { tablename } of rows) {
      await trx.raw("GRANT ALL ON ?? TO ??", [tablename, ROLE])
    }
    await trx.raw("SET LOCAL ROLE ??", [ROLE])
    await run(trx)
  } finally {
    await trx.rollback()
  }
}

storeTest((store) => {
  it("Medusa's tables have the columns that the plugin reads", async () => {
    for (const { table, columns } of MEDUSA_COLUMNS) {
      const rows = store.db(table).select(columns)
      // An error names the table and the column.
      await expect(rows.limit(1)).resolves.toBeInstanceOf(Array)
    }
  })

  it("the plugin reads no other columns of Medusa's tables", async () => {
    const { id, cart, session } = await store.buy("onchain")

    await withDeclaredColumns(store.db, async (trx) => {
      const repository = repositoryOf(trx)
      const payment = await repository.payments.find({ id })
      const payment_collection_id = payment?.payment_collection_id ?? ""
      const { lists, medusa, refunds, customers } = repository

      expect(await medusa.readSessionToStart(session.id)).toMatchObject({
        session: { order: { canceled: false } },
      })
      expect(await medusa.readState(id)).not.toBeNull()
      expect(await medusa.readAmountDue({ cart_id: cart.id })).not.toBeNull()
      expect(
        await medusa.readAmountDue({ payment_collection_id })
      ).not.toBeNull()
      expect(await medusa.findShownPayment(session.id)).not.toBeNull()
      for (const list of LISTS) {
        const sort = { by: "created_at", direction: "desc" } as const
        const q = "buyer@example.com"
        const page = { where: {}, q, sort, limit: 1, offset: 0 }
        await lists.findPage(list, page)
        const fields: Record<string, Field> = {
          ...list.fields,
          ...list.details,
          ...list.csv,
        }
        await lists.readRows(list, fields, [id])
      }
      expect(await medusa.appliedMigrations()).not.toEqual([])
      await repository.schedules.reconcileOrder({
        medusa_payment_id: "pay_none",
      })
      expect(await medusa.listImbalances(new Date())).toEqual([])
      await repository.schedules.claimDue({
        owner: "columns",
        limit: 1,
        leaseMs: 1,
      })
      await refunds.findMissed(new Date(), 1)
      await customers.read("cus_none")
    })
  })
})
