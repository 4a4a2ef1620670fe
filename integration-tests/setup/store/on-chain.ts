import type { Chain } from "../../../src/gateway"
import readChainsJob from "../../../src/jobs/read-chains"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import type { Proof, ProofStatus } from "../../../src/ledger"
import { idle } from "./idle"
import { schedules } from "./schedule"
import { storeTest } from "./store"
import type { OpenPayment, TestStore } from "./test-store"

/** The networks that `blockchainTest` reads. */
export const CHAINS = ["POLYGON", "BASE", "BSC"] as const

/**
 * A store that reads networks, each of whose payments has its own address. The
 * files of integration-tests/http/configured/blockchain share one.
 */
export function blockchainTest(
  tests: (store: TestStore, onChain: OnChain) => void
): void {
  storeTest((store) => tests(store, new OnChain(store)), {
    chains: CHAINS,
    sandbox: { uniqueDestinations: true },
  })
}

/** A payment as the gateway, the chain and Medusa have it. */
export type Records = {
  status: unknown
  proof_status: ProofStatus | null
  proof: Proof | null
  orders: number
  captures: number[]
}

/** On-chain payments of a store that reads their networks. */
export class OnChain {
  constructor(private readonly store: TestStore) {}

  /** Starts a payment in USDT. */
  async start(chain: Chain = "POLYGON"): Promise<OpenPayment> {
    return await this.store.openPayment("onchain", { chain, currency: "USDT" })
  }

  /** Sends coins that the gateway is not told about. @returns their hash */
  async send({ id }: OpenPayment, amount?: string): Promise<string> {
    const { transfer } = await this.store.sandbox.pay(
      { orderNo: id },
      { amount, confirm: false }
    )
    return transfer!.txHash
  }

  /** Lets the gateway confirm a transfer: that one, or a new one. */
  async confirm({ id }: OpenPayment, txHash?: string): Promise<void> {
    await this.store.sandbox.pay({ orderNo: id }, { txHash })
    await this.read()
    await this.reconcile()
  }

  /** Runs the job that reads the chains, and what follows from it. */
  async read(): Promise<void> {
    await this.store.sandbox.settled()
    await idle()
    await this.store
      .db("stablecoin_payment")
      .whereNotNull("prove_at")
      .update({ prove_at: new Date() })
    await readChainsJob(this.store.container)
    await idle()
  }

  /**
   * Reads the chains, and matches what was seen with payments as if a minute
   * had passed.
   */
  async see(): Promise<void> {
    await this.read()
    const before = new Date(Date.now() - 120_000)
    await this.store
      .db("stablecoin_deposit")
      .whereNull("matched_at")
      .update({ arrived_at: before })
    await this.read()
  }

  /**
   * Reconciles all payments that are still reconciled, due or not. A held
   * payment stays scheduled, so `later` would wait for it.
   */
  async reconcile(): Promise<void> {
    await schedules(this.store.db)
      .whereNotNull("next_reconcile_at")
      .update({ next_reconcile_at: new Date() })
    await reconcilePaymentsJob(this.store.container)
    await this.store.reconciliationsEnded()
    await idle()
  }

  /** Lets each block of a chain be an hour older, and mines the next one now. */
  passAnHour(name: Chain): void {
    this.store.sandbox.chain(name).age(3600)
    this.store.sandbox.chain(name).mine()
  }

  /** Makes a payment's time be over. */
  async expire({ id }: OpenPayment): Promise<void> {
    await this.store
      .db("stablecoin_payment")
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1_000) })
  }

  statusAtGateway({ id }: OpenPayment): string | undefined {
    const orders = this.store.sandbox.orders()
    return orders.find(({ orderNo }) => orderNo === id)?.status
  }

  async records({ id, cart }: OpenPayment): Promise<Records> {
    await this.store.sandbox.settled()
    await idle()
    const [row, medusa] = await Promise.all([
      this.store.readPayment(id),
      this.store.readMedusaState(cart),
    ])
    return {
      status: row.status,
      proof_status: row.proof_status as ProofStatus | null,
      proof: row.proof as Proof | null,
      orders: medusa.orders.length,
      captures: medusa.captures,
    }
  }
}
