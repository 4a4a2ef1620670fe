import { randomBytes, randomUUID } from "node:crypto"
import { isTestClient, type Account } from "../accounts"
import { dateTime } from "../clock"
import { SandboxError } from "../sandbox-error"
import { Records } from "./records"

/** The request of a merchant. Amounts are decimal strings with two digits. */
export type NewTransaction = {
  amount: string
  currency: string
  orderNo: string | null
  itemName: string | null
  metadata: Record<string, unknown> | null
  successUrl: string
  cancelUrl: string
  webhookUrl: string | null
}

/** A hosted-checkout transaction in the gateway's records. */
export type TransactionEntry = NewTransaction & {
  transactionId: string
  accountId: string
  mode: "sandbox" | "live"
  checkoutToken: string
  token: string
  grantId: number
  status: "pending" | "success" | "failed"
  paymentMethod: string | null
  createdAt: string
}

/** All transactions. Their status changes only here. */
export class TransactionRecords extends Records<TransactionEntry> {
  create(account: Account, input: NewTransaction): TransactionEntry {
    const test = isTestClient(account.credentials.hosted.clientId)
    const entry: TransactionEntry = {
      ...structuredClone(input),
      transactionId: randomUUID(),
      accountId: account.id,
      mode: test ? "sandbox" : "live",
      checkoutToken: randomBytes(20).toString("hex"),
      token: randomBytes(30).toString("base64url"),
      grantId: this.size + 1,
      status: "pending",
      paymentMethod: null,
      createdAt: dateTime(),
    }
    this.add(entry.transactionId, entry)
    return entry
  }

  /**
   * pending or failed → success: a failure need not be final.
   *
   * @throws SandboxError if it is already paid
   */
  succeed(entry: TransactionEntry, method: string): void {
    if (entry.status === "success") {
      throw new SandboxError(
        `Transaction ${entry.transactionId} is paid already.`,
        409
      )
    }
    entry.paymentMethod = method
    entry.status = "success"
  }

  /** pending → failed. @throws SandboxError if it is not pending */
  fail(entry: TransactionEntry, method: string | null): void {
    if (entry.status !== "pending") {
      throw new SandboxError(
        `Transaction ${entry.transactionId} is ${entry.status}, only a pending one can fail.`,
        409
      )
    }
    entry.paymentMethod = method
    entry.status = "failed"
  }
}
