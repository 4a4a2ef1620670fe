import {
  isOpen,
  type MedusaState,
  type ScheduledPayment,
  toExactDecimal,
} from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** Input of settling one payment. */
export type SettlementInput = {
  payment: ScheduledPayment
  state: MedusaState
  /** Whether settling has ever opened an exception for it. */
  has_exceptions: boolean
}

/**
 * Reads the current state of the ledger and of Medusa for settling. Null: the
 * payment does not exist.
 */
export async function readSettlementInput(
  stablecoin: StablecoinModuleService,
  paymentId: string
): Promise<SettlementInput | null> {
  const read = await stablecoin.medusa.readState(paymentId)
  if (!read) {
    return null
  }
  const { payment, medusa, has_exceptions } = read
  const [current_account, is_readable, chain_policy] = await Promise.all([
    stablecoin.payments.currentAccount(payment),
    // An ended payment is not read again.
    isOpen(payment) && stablecoin.orders.isReadable(payment),
    stablecoin.chainPolicies.policyOf(payment),
  ])
  const state = {
    ...medusa,
    session: medusa.session && exact(medusa.session),
    collection: medusa.collection && exact(medusa.collection),
    current_account,
    is_readable,
    chain_policy,
  }
  return { payment, state, has_exceptions }
}

function exact<T extends { amount: string }>(money: T): T {
  return { ...money, amount: toExactDecimal(money.amount) }
}
