import type { Answer } from "../../../tools/harness/shop/request"
import { Admin } from "./admin"
import { readLedger } from "../store/ledger"
import type { TestStore } from "../store/store"

type Row = Record<string, unknown>

/** Union of the fields that the admin routes return. */
export type AdminApiAnswer = {
  count: number
  count_exceeded?: boolean
  offset: number
  limit: number
  webhooks: Row[]
  exceptions: Row[]
  refunds: Row[]
  deposits: Row[]
  payments: Row[]
  webhook: Row
  exception: Row
  refund: Row
  deposit: Row
  payment: Row
  /** A payment's timeline. */
  facts: Row[]
  summary: Row
  /** Of an order's panel. */
  due: Row | null
  readable: boolean
  settled: boolean
  may_still_be_paid: boolean
  type: string
  message: string
}

/** Calls the plugin's own routes as an admin. */
export class AdminOperations {
  constructor(
    private readonly store: TestStore,
    readonly admin = new Admin(store)
  ) {}

  /** See `Admin.enrolled`. */
  static enrolled(store: TestStore, general?: object): AdminOperations {
    return new AdminOperations(store, Admin.enrolled(store, general))
  }

  get url(): string {
    return this.store.url
  }

  async get(path: string): Promise<Answer<AdminApiAnswer>> {
    return await this.admin.call("GET", `/admin/stablecoin/${path}`)
  }

  async post(path: string, body?: unknown): Promise<Answer<AdminApiAnswer>> {
    return await this.admin.call("POST", `/admin/stablecoin/${path}`, body)
  }

  /** Resolves an exception with the sum that is left of its money. */
  async resolve(id: string, choice: object): Promise<Answer<AdminApiAnswer>> {
    const body = await this.#withHeld(id, choice)
    return await this.post(`exceptions/${id}/resolve`, body)
  }

  /** The same, expecting success. */
  async mustResolve(id: string, choice: object): Promise<void> {
    const { status, body } = await this.resolve(id, choice)
    expect({ status, body }).toMatchObject({ status: 200 })
  }

  /** Expects a choice to be refused, and to change nothing. */
  async refusesToResolve(
    id: string,
    choice: object,
    status: number,
    message: string | RegExp
  ): Promise<void> {
    const body = await this.#withHeld(id, choice)
    await this.refuses(`exceptions/${id}/resolve`, body, status, message)
  }

  async #withHeld(id: string, choice: object): Promise<object> {
    const { body } = await this.get(`exceptions/${id}`)
    const held = body.exception?.held as { amount: string } | null | undefined
    return held ? { held: held.amount, ...choice } : choice
  }

  /** Expects a clear rejection that leaves the ledger unchanged. */
  async refuses(
    path: string,
    body: unknown,
    status: number,
    message: string | RegExp
  ): Promise<void> {
    const before = await readLedger(this.store)
    const answer = await this.post(path, body)
    expect(answer).toEqual({
      status,
      body: expect.objectContaining({
        message: expect.stringMatching(message),
      }),
    })
    expect(await readLedger(this.store)).toEqual(before)
  }

  /** Expects a list route to reject a query with a 400. @returns the message */
  async refusesQuery(path: string): Promise<string> {
    const { status, body } = await this.get(path)
    expect({ path, status }).toEqual({ path, status: 400 })
    expect(body.message.length).toBeGreaterThan(10)
    return body.message
  }
}
