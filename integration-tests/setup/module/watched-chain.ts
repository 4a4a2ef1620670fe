import {
  type ExceptionDraft,
  type Fact,
  type Payment,
  type ProofMode,
  type SeenTransfer,
  nameOf,
  type StoredProblem,
} from "../../../src/ledger"
import { ChainClients } from "../../../src/modules/stablecoin/blockchain/chain-clients"
import {
  IncomingCoins,
  type Incoming,
} from "../../../src/modules/stablecoin/blockchain/incoming-coins"
import { TransferMatches } from "../../../src/modules/stablecoin/blockchain/transfer-matches"
import { Watch } from "../../../src/modules/stablecoin/blockchain/watch"
import { repositoryOf } from "../../../src/modules/stablecoin/repository"
import { recordSeen } from "../../../src/modules/stablecoin/repository/deposits/seen-transfers"
import type { NewPayment } from "../../../src/modules/stablecoin/repository/payments/payments"
import { resolveSettings } from "../../../src/modules/stablecoin/settings/settings"
import { createSandbox, type Sandbox } from "../../../packages/sandbox/src"
import { pendingPayment, type TestLedger } from "./test-ledger"

export const CHAIN = "POLYGON"

/** An address in lower case, as the chain shows it. */
export const addressOf = (digits: string): string =>
  `0x${digits.padStart(40, "0")}`

/** A transaction hash. */
export const hashOf = (digits: string | number): string =>
  `0x${String(digits).padStart(64, "0")}`

/** A transfer to an address, of 12.50 unless it says otherwise. */
type ShownTransfer = Partial<Omit<SeenTransfer, "destination_address">> & {
  to: string
}

/** Fields of a paid report that differ from those of its payment. */
export type Reported = Partial<Omit<Extract<Fact, { kind: "paid" }>, "kind">>

/** A watched chain of the sandbox, and what the store makes of its transfers. */
export type WatchedChain = {
  readonly sandbox: Sandbox
  /** Reads the chain up to its last final block. The first pass of a test has run. */
  watch(): Promise<void>
  /** Starts a payment whose buyer is shown an address. */
  show(id: string, to: string, changes?: Partial<NewPayment>): Promise<Payment>
  /** Stores transfers to an address, as if they had been seen two minutes ago. */
  see(...transfers: ShownTransfer[]): Promise<void>
  /** Stores transfers, and runs an act before that is committed. */
  seeMeanwhile(
    transfers: ShownTransfer[],
    act: () => Promise<void>
  ): Promise<void>
  /** The gateway reports a payment as paid, of 12.50 unless it says otherwise. */
  report(id: string, reported?: Reported): Promise<void>
  /** Changes a payment's row. */
  set(id: string, changes: object): Promise<void>
  /** Matches stored transfers with payments. */
  match(): Promise<number>
  /** Looks for coins before a payment is cancelled. */
  check(id: string): Promise<Incoming>
  /** Open exceptions, oldest first, by payment and kind. */
  open(): Promise<string[]>
  /** Paid payments, each with the end of its transaction's hash. */
  paid(): Promise<string[]>
}

/** Watches a chain in each test of a ledger. */
export function watchedChain(
  ledger: TestLedger,
  proof: ProofMode = "observe"
): WatchedChain {
  const running: { sandbox?: Sandbox } = {}
  const sandbox = (): Sandbox => {
    if (!running.sandbox) {
      throw new Error("The sandbox is not running yet: use it inside a test.")
    }
    return running.sandbox
  }
  const parts = () => {
    const rpcUrls = { [CHAIN]: `${sandbox().urls.rpc}/${CHAIN}` }
    const resolved = resolveSettings({ blockchain: { proof, rpcUrls } }, "")
    const settings = { recent: async () => resolved }
    return {
      repository: repositoryOf(ledger.db),
      settings,
      clients: new ChainClients(settings),
      payments: ledger.service.payments,
      openException: async (id: null, draft: ExceptionDraft) =>
        await ledger.service.exceptions.open(id, draft),
    }
  }
  const watch = async (): Promise<void> => {
    const reads = new Watch(parts())
    for (const claimed of await reads.claim()) {
      expect(await reads.read(claimed)).toBeNull()
    }
  }

  beforeAll(async () => {
    running.sandbox = await createSandbox()
  })
  // The first pass finds no address, so the next one reads later blocks.
  beforeEach(async () => {
    sandbox().chain(CHAIN).mine()
    await watch()
  })
  afterAll(async () => {
    await running.sandbox?.close()
  })

  return {
    get sandbox() {
      return sandbox()
    },
    watch,
    show: async (id, to, changes = {}) => {
      await pendingPayment(ledger, { id, ...changes })
      const [payment] = await ledger
        .db<Payment>("stablecoin_payment")
        .where({ id })
        .update({ destination_address: to })
        .returning("*")
      return payment as Payment
    },
    see: async (...transfers) =>
      await recordSeen(ledger.db, transfers.map(shown), new Date()),
    seeMeanwhile: async (transfers, act) =>
      await ledger.db.transaction(async (trx) => {
        await recordSeen(trx, transfers.map(shown), new Date())
        await act()
      }),
    report: async (id, reported = {}) => {
      const fact: Fact = {
        kind: "paid",
        amount: "12.50",
        currency: "USDT",
        chain: CHAIN,
        gateway_id: `order-${id}`,
        ...reported,
      }
      await ledger.service.payments.apply(id, fact, "webhook")
    },
    set: async (id, changes) => {
      await ledger.db("stablecoin_payment").where({ id }).update(changes)
    },
    match: async () => await new TransferMatches(parts()).match(),
    check: async (id) => {
      const payment = await ledger.service.payments.find({ id })
      return await new IncomingCoins(parts()).check(payment as Payment)
    },
    open: async () => {
      const rows: (StoredProblem & { payment_id: string | null })[] =
        await ledger
          .db("stablecoin_exception")
          .where({ status: "open" })
          .orderBy("created_at")
      return rows.map((row) => `${row.payment_id}: ${nameOf(row)}`)
    },
    paid: async () => {
      const rows: Pick<Payment, "id" | "tx_hash">[] = await ledger
        .db("stablecoin_payment")
        .where({ status: "paid" })
        .orderBy("id")
      return rows.map(
        ({ id, tx_hash }) => `${id} by ${tx_hash?.replace(/^0x0*/, "")}`
      )
    },
  }
}

function shown({ to, ...transfer }: ShownTransfer): SeenTransfer {
  return {
    chain: CHAIN,
    tx_hash: hashOf(1),
    log_index: 0,
    currency: "USDT",
    amount: "12.50",
    sender: addressOf("5e4d"),
    block_number: 1,
    arrived_at: new Date(Date.now() - 120_000),
    destination_address: to,
    ...transfer,
  }
}
