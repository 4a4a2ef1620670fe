import { Client } from "@medusajs/framework/pg"
import { generateEntityId } from "@medusajs/framework/utils"
import { type Cart, Shopper } from "../shop/shopper"
import type { SeededStore } from "./seed"
import { tablesOf } from "../postgres/tables"

/** Keeps the cart where no test restores or deletes anything. */
const SCHEMA = "template"

type Row = { table: string; id: string; json: string }

/**
 * A cart as Medusa wrote it, cloned with SQL. Filling a cart takes Medusa most
 * of a second, and nearly every test starts with one. Few tests are about how
 * it was filled.
 */
export class CartTemplate {
  private constructor(
    private readonly client: Client,
    readonly seeded: SeededStore,
    private readonly cart: Cart,
    private readonly rows: Row[]
  ) {}

  /**
   * Fills a cart, and saves it in the database itself.
   *
   * @param shopper fills carts over HTTP
   */
  static async save(
    databaseUrl: string,
    seeded: SeededStore,
    shopper: Shopper
  ): Promise<void> {
    const client = new Client(databaseUrl)
    await client.connect()
    // The first cart may create rows that all carts share, such as the buyer.
    await shopper.fillCart()
    const before = new Set((await rowsOf(client)).map(({ id }) => id))
    const cart = await shopper.fillCart()
    const rows = (await rowsOf(client)).filter(({ id }) => !before.has(id))
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
    await client.query(`DROP TABLE IF EXISTS ${SCHEMA}.cart`)
    await client.query(
      `CREATE TABLE ${SCHEMA}.cart (seeded jsonb, cart jsonb, rows jsonb)`
    )
    await client.query(`INSERT INTO ${SCHEMA}.cart VALUES ($1, $2, $3)`, [
      seeded,
      cart,
      JSON.stringify(rows),
    ])
    await client.end()
  }

  /** @param databaseUrl a database that `save` was called with, or a copy */
  static async load(databaseUrl: string): Promise<CartTemplate> {
    const client = new Client(databaseUrl)
    await client.connect()
    const {
      rows: [saved],
    } = await client.query<{ seeded: SeededStore; cart: Cart; rows: Row[] }>(
      `SELECT * FROM ${SCHEMA}.cart`
    )
    if (!saved) {
      throw new Error(`${databaseUrl} has no cart to clone.`)
    }
    return new CartTemplate(client, saved.seeded, saved.cart, saved.rows)
  }

  /** @returns the seeded data that `save` was called with */
  static async seededStore(databaseUrl: string): Promise<SeededStore> {
    const template = await CartTemplate.load(databaseUrl)
    await template.close()
    return template.seeded
  }

  /** Inserts a copy of the cart with new ids. */
  async clone(): Promise<Cart> {
    const ids = new Map(this.rows.map(({ id }) => [id, anotherId(id)]))
    const renamed = (text: string) =>
      [...ids].reduce((done, [old, id]) => done.replaceAll(old, id), text)
    const inserts = this.rows.map(
      ({ table, json }) =>
        `INSERT INTO public.${table} SELECT * FROM jsonb_populate_record(NULL::public.${table}, ${this.client.escapeLiteral(renamed(json))})`
    )
    await this.client.query(
      ["SET CONSTRAINTS ALL DEFERRED", ...inserts].join(";\n")
    )
    return JSON.parse(renamed(JSON.stringify(this.cart))) as Cart
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}

/** A buyer whose default carts are clones of the template. */
export class TemplateShopper extends Shopper {
  constructor(
    storeUrl: string,
    private readonly template: CartTemplate
  ) {
    super(storeUrl, template.seeded)
  }

  override async fillCart(quantity = 1): Promise<Cart> {
    return quantity === 1
      ? await this.template.clone()
      : await super.fillCart(quantity)
  }
}

/** `cart_01J…` becomes `cart_` and a new id. */
function anotherId(id: string): string {
  return generateEntityId(undefined, id.slice(0, id.lastIndexOf("_")))
}

/** Every row that has an id. */
async function rowsOf(client: Client): Promise<Row[]> {
  const tables = await tablesOf(client)
  const { rows } = await client.query<Row>(
    tables
      .filter(({ columns }) => columns.split(", ").includes("id"))
      .map(
        ({ name }) =>
          `SELECT $name$${name}$name$ AS table, id::text, to_jsonb(row)::text AS json FROM public.${name} AS row`
      )
      .join(" UNION ALL ")
  )
  return rows
}
