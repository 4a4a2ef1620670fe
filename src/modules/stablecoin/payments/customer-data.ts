import type { Repository } from "../repository"
import type { PaymentData } from "../repository/customers/customer-data"

/** All stored data of a customer. */
export type ExportedCustomer = {
  customer_id: string
  payments: PaymentData[]
}

/**
 * The payments that a customer was erased from, and those that still name them.
 */
export type ForgottenCustomer = {
  customer_id: string
  /** Payments that no longer name the customer. */
  forgotten: string[]
  /**
   * Payments that the buyer may still be paying, or whose order is being placed,
   * left unchanged.
   */
  open: { id: string; status: string; expires_at: string }[]
  /**
   * Payments with open exceptions or refunds due. Customer and destination are
   * kept until those are closed.
   */
  kept: { id: string; exceptions: string[]; refunds: string[] }[]
}

/** Exports and erases personal data in the ledger. */
export class CustomerData {
  constructor(private readonly repository: Repository) {}

  /** Whether a payment has data of the customer to erase. */
  async has(customerId: string): Promise<boolean> {
    const found = await this.repository.customers.findPayments(customerId)
    return found.length > 0
  }

  async export(customer_id: string): Promise<ExportedCustomer> {
    const payments = await this.repository.customers.read(customer_id)
    return { customer_id, payments }
  }

  /**
   * Erases a customer from ended payments, in one transaction each, so that an
   * interrupted run can be repeated.
   */
  async forget(customer_id: string): Promise<ForgottenCustomer> {
    const result: ForgottenCustomer = {
      customer_id,
      forgotten: [],
      open: [],
      kept: [],
    }
    for (const id of await this.repository.customers.findPayments(
      customer_id
    )) {
      const became = await this.repository.customers.forgetPayment(
        id,
        new Date()
      )
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
      await this.repository.customers.dropNotification(customer_id)
    }
    return result
  }
}
