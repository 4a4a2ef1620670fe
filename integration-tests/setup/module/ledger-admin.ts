import {
  balanceOf,
  type Allocation,
  type Balance,
  type Deposit,
  type ExceptionName,
  nameOf,
  type Payment,
  type StoredProblem,
  traitsOf,
} from "../../../src/ledger"
import { problemOf } from "../../../src/ledger/__tests__/samples"
import { RefusedError } from "../../../src/exceptions/refused-error"
import type {
  Resolution,
  ResolutionContext,
  ResolvedException,
} from "../../../src/modules/stablecoin/repository/exceptions/resolution"
import type { RefundRow } from "../../../src/modules/stablecoin/repository/tables"
import { pendingPayment, type TestLedger } from "./test-ledger"
import { waitForLocks } from "./test-database"

export const ADDRESS = `0x${"a1".repeat(20)}`
export const HASH = `0x${"b2".repeat(32)}`
/** The admin's user id. */
export const BY = "user_1"

/** A refused change, as its code and the words of its sentence. */
type Refusal = { refused: string } & Record<string, string>

type OmitEach<T, K extends string> = T extends unknown ? Omit<T, K> : never

/** A merchant's choice for an exception. */
export type Choice = OmitEach<Resolution, "exception_id" | "note" | "by">

/** Refunds what is left of an exception's deposit. */
export const REFUND: Choice = { action: "refund", refund: {} }

/** Refunds a part of an exception's deposit. */
export const refundOf = (amount: string): Choice => ({
  action: "refund",
  refund: { amount },
})

/** Closes an exception with the transfer that sent its money back. */
export const sentBack = (
  sent: Partial<NonNullable<Extract<Choice, { action: "close" }>["sent"]>> = {}
): Choice => ({ action: "close", sent: { tx_hash: HASH, ...sent } })

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

  /** A payment that was paid in full on Polygon. */
  async paidPayment(id = "stpay_1"): Promise<Payment> {
    const { amount, currency } = await pendingPayment(this.ledger, { id })
    const fact = { kind: "paid", amount, currency, chain: "POLYGON" } as const
    const { payments } = this.ledger.service
    const applied = await payments.apply(id, fact, "webhook")
    this.ledger.announced.length = 0
    return applied!.payment
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

  /** Why a choice is refused, with the sum that it names. It changes nothing. */
  async refusal(
    ...choice: Parameters<LedgerAdmin["choose"]>
  ): Promise<string | null> {
    const outcome = await this.refused(() => this.choose(...choice))
    if (!("refused" in outcome)) {
      return null
    }
    const { refused, held, sum = held } = outcome
    return sum ? `${refused}: ${sum}` : refused
  }

  /**
   * Requests a refund as Medusa does, which stores it before it calls the
   * provider.
   */
  async request(payment: Payment, medusa_refund_id: string, amount: string) {
    const { db, service } = this.ledger
    await db("refund")
      .insert({ id: medusa_refund_id })
      .onConflict("id")
      .ignore()
    const payment_id = payment.id
    return await service.refunds.record({
      payment_id,
      medusa_refund_id,
      cart_amount: amount,
    })
  }

  /** Records a refund due of a payment, from a Medusa refund. */
  async recordRefundDue(
    ...request: Parameters<LedgerAdmin["request"]>
  ): Promise<string> {
    const outcome = await this.request(...request)
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

  /** Exceptions in the order of their opening: kind, status and resolution. */
  async exceptions(): Promise<string[]> {
    const rows: (StoredProblem & { status: string; resolution?: string })[] =
      await this.ledger.db("stablecoin_exception").orderBy("created_at")
    return rows.map((row) =>
      [nameOf(row), row.status, row.resolution].filter(Boolean).join(" ")
    )
  }

  /** Refunds in the order of their recording: amount and status. */
  async refunds(): Promise<string[]> {
    const rows: RefundRow[] = await this.ledger
      .db("stablecoin_refund")
      .orderBy("created_at")
    return rows.map((row) => `${row.amount} ${row.status}`)
  }

  /** Uses of each deposit of a payment, and the rest. */
  async uses(payment_id: string): Promise<string[]> {
    const balances = await this.balances(payment_id)
    return balances.map((balance) =>
      Object.entries(balance)
        .filter(([, amount]) => Number(amount))
        .map(([use, amount]) => `${amount} ${use}`)
        .join(", ")
    )
  }

  /** Runs an act that must change nothing. */
  async refused<T>(act: () => Promise<T>): Promise<T> {
    const before = await this.records()
    const outcome = await act()
    expect(await this.records()).toEqual(before)
    return outcome
  }

  /**
   * Runs an act several times, numbered, while rows are locked, so that all of
   * them provably run concurrently.
   */
  async atOnce<T>(
    table: string,
    id: string | readonly string[],
    times: number,
    act: (number: number) => Promise<T>
  ): Promise<T[]> {
    const all: Promise<T>[] = []
    await this.ledger.db.transaction(async (trx) => {
      await trx(table).whereIn("id", [id].flat()).forUpdate().select("id")
      for (let number = 0; number < times; number++) {
        all.push(act(number))
      }
      await waitForLocks(this.ledger.db, 2)
    })
    return await Promise.all(all)
  }
}
