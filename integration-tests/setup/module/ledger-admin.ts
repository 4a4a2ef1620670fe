import {
  balanceOf,
  type Allocation,
  type Balance,
  type Deposit,
  type ExceptionName,
  traitsOf,
  type Payment,
} from "../../../src/ledger"
import { problemOf } from "../../../src/ledger/__tests__/samples"
import { SENT_HASH } from "../../../src/ledger/__tests__/refund-samples"
import { RefusedError } from "../../../src/exceptions/refused-error"
import type {
  Resolution,
  ResolutionContext,
  ResolvedException,
} from "../../../src/modules/stablecoin/repository/exceptions/resolution"
import type { RefundRow } from "../../../src/modules/stablecoin/repository/tables"
import { paidPayment } from "./refunds"
import type { TestLedger } from "./test-ledger"
import { waitForLocks } from "./test-database"

export const ADDRESS = `0x${"a1".repeat(20)}`
export const HASH = SENT_HASH
/** The admin's user id. */
export const BY = "user_1"

/** A refused change, as its code and the words of its sentence. */
type Refusal = { refused: string } & Record<string, string>

type OmitEach<T, K extends string> = T extends unknown ? Omit<T, K> : never

/** A merchant's choice for an exception. */
export type Choice = OmitEach<Resolution, "exception_id" | "note" | "by">

/** Of a captured payment whose cart has no order. */
export const UNORDERED: ResolutionContext = {
  medusa: {
    payment: {
      captured: true,
      canceled: false,
      held: "12.50",
      taken: "12.50",
    },
    collection: null,
    order: null,
  },
}

/** Awaits a change that may be refused. */
export async function orRefusal<T>(change: Promise<T>): Promise<T | Refusal> {
  try {
    return await change
  } catch (error) {
    if (error instanceof RefusedError) {
      return { refused: String(error.code), ...error.params }
    }
    throw error
  }
}

/** Exceptions and refunds due of a ledger, as an admin works with them. */
export class LedgerAdmin {
  #opened = 0

  constructor(private readonly ledger: TestLedger) {}

  async paidPayment(id?: string): Promise<Payment> {
    return await paidPayment(this.ledger, id)
  }

  /** Stores money of a payment that the gateway has reported. */
  async arrive(
    payment: Payment | null,
    coins: Partial<Deposit> = {}
  ): Promise<string> {
    this.#opened += 1
    const id = `stdep_${this.#opened}`
    await this.ledger.db("stablecoin_deposit").insert({
      id,
      payment_id: payment?.id ?? null,
      rail: payment?.rail ?? "onchain",
      amount: "12.50",
      currency: "USDT",
      chain: "POLYGON",
      arrived_at: new Date(),
      confirmed_at: new Date(),
      ...coins,
    })
    return id
  }

  /**
   * Allocates a payment's money to a capture of which Medusa has made a part;
   * null for none, as after a failure.
   */
  async capture(payment: Payment, part: string | null): Promise<void> {
    const { db, service } = this.ledger
    const { session_id, cart_amount } = payment
    const [payment_id, amount] = ["pay_1", cart_amount]
    await db("payment").insert({
      id: payment_id,
      payment_session_id: session_id,
      amount,
    })
    if (part) {
      await db("capture").insert({ id: "capt_1", payment_id, amount: part })
    }
    await service.repository.deposits.capture(payment)
  }

  /** Uses of a payment's deposits, the one that it was paid by first. */
  async balances(payment_id: string): Promise<Balance[]> {
    const { db } = this.ledger
    const rows = await db<Deposit>("stablecoin_deposit")
      .where({ payment_id })
      .orderBy("created_at")
    const used = await db<Allocation>("stablecoin_allocation")
    return rows.map((row) =>
      balanceOf(
        row,
        used.filter(({ deposit_id }) => deposit_id === row.id)
      )
    )
  }

  /** A paid payment with an open exception about it. */
  async openPaid(
    name: ExceptionName
  ): Promise<{ payment: Payment; id: string }> {
    const payment = await this.paidPayment()
    const id = await this.openException(payment, name, { status: "paid" })
    return { payment, id }
  }

  /** Opens an exception of a payment, about its own deposit or another one. */
  async openException(
    payment: Payment | null,
    name: ExceptionName,
    details: Record<string, string | null> = {}
  ): Promise<string> {
    const problem = problemOf(name)
    const { amount, currency, chain = null, tx_hash = null } = details
    const other =
      amount && currency ? { amount, currency, chain, tx_hash } : null
    const own = payment?.deposit_id ?? null
    const arrived = async () => other && (await this.arrive(payment, other))
    const deposit_id =
      traitsOf(problem).about === "deposit" ? await arrived() : own
    this.#opened += 1
    const [opened] = await this.ledger.service.exceptions.open(
      payment?.id ?? null,
      {
        ...problem,
        key: `exception ${this.#opened}`,
        details,
        deposit_id,
      }
    )
    this.ledger.announced.length = 0
    return opened!.id
  }

  /**
   * Resolves an exception by a refund of the unassigned money, or by closing
   * it.
   */
  async resolve(
    exception_id: string,
    refund?: Extract<Choice, { action: "refund" }>["refund"]
  ): Promise<ResolvedException | Refusal> {
    return await this.choose(
      exception_id,
      refund ? { action: "refund", refund } : { action: "close" }
    )
  }

  async choose(
    exception_id: string,
    choice: Choice,
    context: ResolutionContext = {}
  ): Promise<ResolvedException | Refusal> {
    const { exceptions, repository } = this.ledger.service
    const held = await repository.exceptions.readHeld(exception_id)
    const resolution = {
      exception_id,
      note: "Agreed with the buyer.",
      by: BY,
      ...(held ? { held: held.amount } : {}),
      ...choice,
    }
    return await orRefusal(exceptions.resolve(resolution, context))
  }

  /** Records a refund due of a payment, from a Medusa refund. */
  async recordRefundDue(
    payment: Payment,
    medusa_refund_id: string,
    cart_amount: string
  ): Promise<string> {
    await this.ledger.db("refund").insert({ id: medusa_refund_id })
    const outcome = await this.ledger.service.refunds.record({
      payment_id: payment.id,
      medusa_refund_id,
      cart_amount,
    })
    this.ledger.announced.length = 0
    if (!("refund" in outcome)) {
      throw new Error(`No refund is due: ${JSON.stringify(outcome)}`)
    }
    return outcome.refund.id
  }

  async sent(
    refund_id: string,
    tx_hash = HASH,
    refund_to?: string,
    shared_transfer?: boolean
  ): Promise<RefundRow | Refusal> {
    const entered = { tx_hash, refund_to, shared_transfer }
    const { refunds } = this.ledger.service.repository
    return await orRefusal(refunds.update({ refund_id, by: BY, ...entered }))
  }

  /** Refunds and exceptions, to be compared before and after. */
  async records() {
    return {
      refunds: await this.ledger.db("stablecoin_refund").orderBy("id"),
      exceptions: await this.ledger.db("stablecoin_exception").orderBy("id"),
    }
  }

  /** Runs an act that must change nothing. */
  async refused<T>(act: () => Promise<T>): Promise<T> {
    const before = await this.records()
    const outcome = await act()
    expect(await this.records()).toEqual(before)
    return outcome
  }

  /**
   * Runs all acts while a row is locked, so that they provably run
   * concurrently.
   */
  async atOnce<T>(
    table: string,
    id: string,
    acts: (() => Promise<T>)[]
  ): Promise<T[]> {
    const { db } = this.ledger
    const all: Promise<T>[] = []
    await db.transaction(async (trx) => {
      await trx(table).where({ id }).forUpdate().first("id")
      all.push(...acts.map((act) => act()))
      await waitForLocks(db, 2)
    })
    return await Promise.all(all)
  }
}
