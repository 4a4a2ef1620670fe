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
import { MEDUSA_COLUMNS } from "../setup/store/medusa-columns"
import { storeTest } from "../setup/store/store"

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
    for (const [table, columns] of Object.entries(MEDUSA_COLUMNS)) {
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
    for (const [table, columns] of Object.entries(MEDUSA_COLUMNS)) {
      const rows = store.db(table).select([...columns])
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
