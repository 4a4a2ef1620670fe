import {
  type AllocationKind,
  type Balance,
  balanceOf,
  type Deposit,
  EXCEPTION_PROBLEMS,
  type ExceptionName,
  type Fact,
  type MedusaState,
  nameOf,
  type Proof,
  type ScheduledPayment,
  type SeenTransfer,
} from "../index"

/** Current time of the samples. The ledger does not read a clock itself. */
export const NOW = new Date("2026-11-20T12:00:00.000Z")

/** The kind and the reason of a problem. */
export function problemOf(name: ExceptionName) {
  const problem = EXCEPTION_PROBLEMS.find((each) => nameOf(each) === name)
  if (!problem) {
    throw new Error(`${name} is no problem`)
  }
  return problem
}

/** Pending payment order. */
export function payment(
  changes: Partial<ScheduledPayment> = {}
): ScheduledPayment {
  return {
    id: "stpay_1",
    session_id: "payses_1",
    payment_collection_id: "pay_col_1",
    cart_id: "cart_1",
    order_id: null,
    customer_id: "cus_1",
    rail: "onchain",
    provider_id: "pp_stablecoin-onchain_default",
    status: "pending",
    mode: "test",
    account: "onchain_0123456789abcdef",
    checkout_flow: "pay_first",
    capture: "automatic",
    amount: "12.50",
    currency: "USDT",
    chain: "POLYGON",
    cart_amount: "12.50",
    cart_currency: "usd",
    quote_id: null,
    locked_until: null,
    late_price: null,
    gateway_id: "order-1",
    checkout_token: "token-1",
    redirect_url: "https://gateway.example/checkout/token-1",
    app_url: null,
    intent_url: null,
    success_url: "https://shop.example/thanks",
    cancel_url: "https://shop.example/cart",
    return_token: "return-token",
    returned_at: null,
    returned_result: null,
    destination_address: "0xdestination",
    reference: null,
    net_amount: null,
    tx_hash: null,
    paid_at: null,
    deposit_id: null,
    expires_at: new Date("2026-11-21T12:00:00.000Z"),
    superseded_at: null,
    next_reconcile_at: NOW,
    lease_owner: null,
    reconcile_attempts: 0,
    revision: 0,
    proof_status: null,
    proof: null,
    prove_at: null,
    created_at: new Date("2026-11-20T11:00:00.000Z"),
    ...changes,
  }
}

/** The answer that no block contains a payment's transaction, as stored. */
export const NOT_FOUND: Proof = {
  tx_hash: "0xhash",
  reason: null,
  sender: null,
  log_index: null,
  block_number: null,
  block_hash: null,
  block_time: null,
  is_final: false,
  found_instead: null,
  since: NOW.toISOString(),
}

/** The gateway's report of a correct payment of `payment()`. */
export function paidFact(
  changes: Partial<Extract<Fact, { kind: "paid" }>> = {}
): Extract<Fact, { kind: "paid" }> {
  return {
    kind: "paid",
    amount: "12.50",
    currency: "USDT",
    chain: "POLYGON",
    gateway_id: "order-1",
    reference: "REF-1",
    net_amount: "12.40",
    tx_hash: "0xhash",
    paid_at: "2026-11-20T11:59:00+00:00",
    ...changes,
  }
}

export function startedFact(
  changes: Partial<Extract<Fact, { kind: "started" }>> = {}
): Extract<Fact, { kind: "started" }> {
  return {
    kind: "started",
    gateway_id: "order-1",
    checkout_token: "token-1",
    redirect_url: "https://gateway.example/checkout/token-1",
    mode: "test",
    ...changes,
  }
}

/** A deposit of 12.50 by use. */
export function uses(parts: Partial<Record<AllocationKind, string>>): Balance {
  const allocations = Object.entries(parts).map(([kind, amount]) => ({
    kind: kind as AllocationKind,
    amount,
  }))
  return balanceOf({ amount: "12.50" }, allocations)
}

/** The deposit of a correct payment of `payment()`, as the gateway reports it. */
export function deposit(changes: Partial<Deposit> = {}): Deposit {
  return {
    id: "stdep_1",
    payment_id: "stpay_1",
    rail: "onchain",
    mode: "test",
    amount: "12.50",
    currency: "USDT",
    chain: "POLYGON",
    tx_hash: "0xhash",
    log_index: null,
    gateway_reference: "order-1",
    sender: null,
    destination_address: "0xdestination",
    arrived_at: NOW,
    confirmed_at: NOW,
    seen_at: null,
    created_at: NOW,
    ...changes,
  }
}

/** The transfer that `payment()` waits for. */
export function transfer(changes: Partial<SeenTransfer> = {}): SeenTransfer {
  return {
    chain: "POLYGON",
    tx_hash: "0xhash",
    log_index: 3,
    currency: "USDT",
    amount: "12.50",
    sender: "0xsender",
    destination_address: "0xdestination",
    block_number: 100,
    arrived_at: NOW,
    ...changes,
  }
}

/**
 * Medusa's state of an open cart that waits for the payment, including money
 * that Medusa has already taken.
 */
export function medusaState(changes: Partial<MedusaState> = {}): MedusaState {
  const { payment: own } = changes
  const taken = own && (own.captured || !own.canceled) ? "12.50" : "0.00"
  return {
    session: {
      status: "pending",
      amount: "12.50",
      currency: "usd",
      started: true,
    },
    competing_sessions: [],
    payment: null,
    collection: {
      amount: "12.50",
      currency: "usd",
      status: "awaiting",
      covered_by_others: "0.00",
      captured_by_others: "0.00",
      held: taken,
      held_later: "0.00",
      order_due: null,
    },
    cart_id: "cart_1",
    order: null,
    manual_order: null,
    money: uses(own?.captured ? { capture: "12.50" } : {}),
    has_open_exception: false,
    is_refused: false,
    is_retried: false,
    current_account: { account: "onchain_0123456789abcdef", mode: "test" },
    is_readable: true,
    lacks_stock: false,
    lost_order_id: null,
    unrecorded_capture: null,
    has_seen_money: false,
    exact_transfers: [],
    has_used_money: false,
    chain_policy: { proof: "off", has_endpoint: false },
    ...changes,
  }
}
