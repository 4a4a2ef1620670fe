import type { Repository } from "../repository"
import type { PaymentData } from "../repository/customer-data"
import type { PurgeBatch, Purged } from "../repository/purge-webhook-events"

/** All that is stored of a customer. */
export type ExportedCustomer = {
  customer_id: string
  payments: PaymentData[]
}

/** The payments that a customer was erased from, and those that still name the customer. */
export type ForgottenCustomer = {
  customer_id: string
  /** Payments that name the customer no more. */
  forgotten: string[]
  /** Payments that the buyer may be paying: nothing was erased. */
  open: { id: string; status: string; expires_at: string }[]
  /** Payments about which money may be owed: whose it is, and where to send it, is kept until that is ended. */
  kept: { id: string; exceptions: string[]; refunds: string[] }[]
}

/** Personal data in the ledger: what there is of a customer, and its end. */
export class CustomerData {
  constructor(private readonly repository: Repository) {}

  /** Whether any payment names the customer. */
  async has(customerId: string): Promise<boolean> {
    const found = await this.repository.findCustomerPayments(customerId, 1)
    return found.length > 0
  }

  async export(customer_id: string): Promise<ExportedCustomer> {
    const payments = await this.repository.readCustomerData(customer_id)
    return { customer_id, payments }
  }

  /** Erases a customer from the payments that have ended: one transaction each, so that it may break off and be run again. */
  async forget(customer_id: string): Promise<ForgottenCustomer> {
    const result: ForgottenCustomer = {
      customer_id,
      forgotten: [],
      open: [],
      kept: [],
    }
    for (const id of await this.repository.findCustomerPayments(customer_id)) {
      const payment = { id, customer_id }
      const became = await this.repository.forgetPayment(payment, new Date())
      if (became?.is === "forgotten") {
        result.forgotten.push(id)
      } else if (became?.is === "open") {
        const { status, expires_at } = became
        result.open.push({ id, status, expires_at: expires_at.toISOString() })
      } else if (became) {
        const { exceptions, refunds } = became
        result.kept.push({ id, exceptions, refunds })
      }
    }
    if (!(await this.has(customer_id))) {
      await this.repository.dropDeletedCustomer(customer_id)
    }
    return result
  }

  /** Erases the return URLs of a batch of payments that ended before. */
  async eraseReturnUrls(batch: PurgeBatch): Promise<Purged> {
    return await this.repository.eraseReturnUrls(batch)
  }

  /** Deletes a batch of payments that ended without money before. */
  async purgePayments(batch: PurgeBatch): Promise<Purged> {
    return await this.repository.purgePayments(batch)
  }
}
