import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type StablecoinModuleService from "../modules/stablecoin/service"
import { oneStepWorkflow } from "./one-step-workflow"

export type CustomerInput = { customer_id: string }

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

/**
 * Lists everything that is stored about a customer: payments with their facts,
 * exceptions, refunds and webhooks. Excludes tokens and links of the checkout.
 *
 * @example
 * const { result } = await exportCustomerDataWorkflow(container).run({
 *   input: { customer_id: "cus_01…" },
 * })
 * // { customer_id, payments: [{ id, amount, …, facts, exceptions, refunds, webhooks }] }
 */
export const exportCustomerDataWorkflow = oneStepWorkflow(
  "export-stablecoin-customer-data",
  async (container, { customer_id }: CustomerInput) => {
    const { customers } = container.resolve(STABLECOIN_MODULE).repository
    return { customer_id, payments: await customers.read(customer_id) }
  }
)

/**
 * Erases a customer from all payments that have ended. Amounts, ids, orders and
 * transaction hashes stay. It can be repeated at any time. Not compensated:
 * erased data stays erased.
 *
 * @example
 * const { result } = await forgetCustomerWorkflow(container).run({
 *   input: { customer_id: "cus_01…" },
 * })
 * // { customer_id, forgotten: ["stpay_01…"], open: [], kept: [] }
 */
export const forgetCustomerWorkflow = oneStepWorkflow(
  "forget-stablecoin-customer",
  async (container, { customer_id }: CustomerInput) => {
    const { repository } = container.resolve(STABLECOIN_MODULE)
    return await forgetCustomer(repository, customer_id)
  }
)

/**
 * Erases a customer from ended payments, in one transaction each, so that an
 * interrupted run can be repeated.
 */
export async function forgetCustomer(
  { customers }: StablecoinModuleService["repository"],
  customer_id: string
): Promise<ForgottenCustomer> {
  const result: ForgottenCustomer = {
    customer_id,
    forgotten: [],
    open: [],
    kept: [],
  }
  for (const id of await customers.findPayments(customer_id)) {
    const became = await customers.forgetPayment(id, new Date())
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
  if (!(await customers.findPayments(customer_id)).length) {
    await customers.dropNotification(customer_id)
  }
  return result
}
