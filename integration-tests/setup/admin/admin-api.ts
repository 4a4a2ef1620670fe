import type { Answer } from "../../../harness/shop/request"
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
  payments: Row[]
  webhook: Row
  exception: Row
  refund: Row
  payment: Row
  /** A payment's timeline. */
  facts: Row[]
  summary: Row
  readable: boolean
  settled: boolean
  may_still_be_paid: boolean
  type: string
  message: string
}

/** Calls the plugin's own routes as an admin. */
export class AdminOperations {
  readonly admin: Admin

  constructor(private readonly store: TestStore) {
    this.admin = new Admin(store)
  }

  async get(path: string): Promise<Answer<AdminApiAnswer>> {
    return await this.admin.call("GET", `/admin/stablecoin/${path}`)
  }

  async post(path: string, body?: unknown): Promise<Answer<AdminApiAnswer>> {
    return await this.admin.call("POST", `/admin/stablecoin/${path}`, body)
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
