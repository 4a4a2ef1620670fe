import {
  DEPOSIT_KINDS,
  hasRest,
  transferReason,
  isNear,
  matchTransfer,
  type ProofDetails,
  type ProofFact,
  proveAgainAt,
  type SeenTransfer,
  shownBefore,
  type Transfer,
  transferException,
} from "../../index"
import type { StoredDeposit } from "./deposits"
import { logged } from "./interruption"
import type { Row } from "./ledger"
import { settle } from "./settle"
import type { World } from "./world"

const FINAL_AFTER_MS = 2 * 60_000
const REPORTED_WITHIN_MS = 60_000

/** Model of one chain, and of src/modules/stablecoin/blockchain. */
export class Chain {
  transfers: SeenTransfer[] = []
  #sent = 0

  constructor(readonly world: World) {}

  /** The buyer sends coins to the address that a payment was shown. */
  send(to: string, amount: string): SeenTransfer {
    const number = ++this.#sent
    const transfer = {
      ...{ chain: "POLYGON", currency: "USDT", amount, sender: "0xbuyer" },
      ...{ tx_hash: `0x${number}`, log_index: 0, block_number: number },
      destination_address: to,
      arrived_at: this.world.now,
    }
    this.transfers.push(transfer)
    return transfer
  }

  isFinal({ arrived_at }: SeenTransfer): boolean {
    return this.world.now.getTime() - arrived_at.getTime() >= FINAL_AFTER_MS
  }

  /**
   * A reorganization drops the newest block. Its transfer never happens, or in
   * another transaction.
   */
  reorganize(replaces: boolean): [SeenTransfer, SeenTransfer | null] | null {
    const dropped = this.transfers.at(-1)
    if (!dropped || this.isFinal(dropped)) {
      return null
    }
    this.transfers.pop()
    const { destination_address: to, amount } = dropped
    return [dropped, replaces && to ? this.send(to, amount) : null]
  }

  get isRead(): boolean {
    return this.world.setting.proof !== "off"
  }

  /** A pass: watches the addresses, matches transfers, and proves payments. */
  read(): void {
    if (!this.isRead) {
      return
    }
    this.transfers
      .filter((transfer) => this.isFinal(transfer))
      .forEach((transfer) => this.record(transfer))
    this.world.checkpoint()
    const before = this.world.now.getTime() - REPORTED_WITHIN_MS
    for (const deposit of [...this.world.ledger.deposits]) {
      const isOld = deposit.arrived_at.getTime() <= before
      if (deposit.seen_at && !deposit.is_matched && isOld) {
        this.match(deposit)
        this.world.checkpoint()
      }
    }
    for (const { id, prove_at } of this.world.ledger.rows) {
      if (prove_at && prove_at <= this.world.now && this.prove(id)) {
        logged(() => settle(this.world, id))
      }
    }
  }

  /** Stores a transfer, or completes the row of a report about it. */
  private record(transfer: SeenTransfer): void {
    const { ledger, now } = this.world
    const { tx_hash, log_index, destination_address: to, chain } = transfer
    const shown = { ...transfer, seen_at: now }
    const same = ledger.deposits.filter(
      (each) => each.tx_hash === tx_hash && each.chain === chain
    )
    const reported = same.find(
      (each) =>
        each.log_index === null && (each.destination_address ?? to) === to
    )
    const isStored = same.some((each) => each.log_index === log_index)
    if (reported && !isStored) {
      ledger.complete(reported, shown)
    } else if (!isStored) {
      ledger.insertDeposit({ rail: "onchain", ...shown })
    }
  }

  private shown({ destination_address: to }: Transfer): Row[] {
    return this.world.ledger.rows.filter(
      ({ destination_address }) => destination_address === to
    )
  }

  private match(deposit: StoredDeposit): void {
    const { ledger } = this.world
    const transfer = deposit
    const match = matchTransfer(transfer, this.shown(transfer))
    switch (match.is) {
      case "dust": {
        const { amount } = deposit
        ledger.allocate(deposit, { kind: "kept", amount })
        Object.assign(deposit, { is_matched: true, is_dust: true })
        return
      }
      case "unmatched":
        ledger.exceptions.add(
          null,
          transferException(transfer, "unclear", null, deposit.id)
        )
        deposit.is_matched = true
        return
      case "unreported": {
        const { reason: as, payment_id } = match
        const fact = { kind: "seen", as, transfer } as const
        ledger.applyFact(payment_id, { ...fact, deposit_id: deposit.id })
      }
    }
  }

  /** @returns whether Medusa may have to follow */
  prove(id: string): boolean {
    const { ledger, now } = this.world
    const before = { ...ledger.find(id) }
    const fact = this.proofOf(before)
    if (!fact) {
      return false
    }
    const { changed } = ledger.applyFact(id, fact)
    if (!changed && before.proof) {
      ledger.find(id).prove_at = proveAgainAt(fact.status, before.proof, now)
    }
    return changed
  }

  /** The answer of the chain about the transfer that the gateway has named. */
  private proofOf(row: Row): ProofFact | null {
    const { tx_hash, destination_address: to } = row
    if (!tx_hash || !to || !this.isRead) {
      return null
    }
    const found = this.transfers.find((each) => each.tx_hash === tx_hash)
    const is_final = found !== undefined && this.isFinal(found)
    const proof: ProofDetails = {
      ...{ tx_hash, reason: null, sender: null, log_index: null },
      ...{ block_number: null, block_hash: null, block_time: null },
      ...{ is_final, found_instead: null },
    }
    if (!found) {
      return { kind: "proof", status: "not_found", proof }
    }
    const isExact =
      found.destination_address === to && transferReason(found, row) === "exact"
    const isEarly = shownBefore(found.arrived_at) < row.created_at
    if (!isExact || isEarly) {
      const other =
        found.destination_address === to ? "wrong_amount" : "wrong_address"
      proof.reason = isExact ? "too_early" : other
      return { kind: "proof", status: "contradicted", proof }
    }
    const { log_index, sender, arrived_at } = found
    return {
      kind: "proof",
      status: is_final ? "proven" : "found",
      proof: {
        ...proof,
        ...{ log_index, sender, block_time: arrived_at.toISOString() },
      },
    }
  }

  /** Whether coins are on their way to a payment that is to be cancelled. */
  hasComing(row: Row): boolean {
    const { deposits, exceptions } = this.world.ledger
    const to = row.destination_address
    const stored = deposits.filter(
      (each) =>
        each.destination_address === to &&
        each.seen_at &&
        (!each.is_matched ||
          (hasRest(this.world.ledger.balanceOf(each)) &&
            exceptions.open.some(
              ({ deposit_id, kind }) =>
                deposit_id === each.id && DEPOSIT_KINDS.includes(kind)
            )))
    )
    const isOwn = stored.some((each) =>
      each.payment_id === row.id
        ? !each.confirmed_at && isNear(each, row)
        : each.payment_id !== null && transferReason(each, row) === "exact"
    )
    const unknown = [
      ...stored.filter(({ payment_id }) => !payment_id),
      ...this.transfers.filter(
        (each) =>
          each.destination_address === to &&
          deposits.every(
            ({ tx_hash, chain }) =>
              tx_hash !== each.tx_hash || chain !== each.chain
          )
      ),
    ]
    return (
      this.isRead &&
      (isOwn ||
        unknown.some((transfer) => {
          const match = matchTransfer(transfer, this.shown(transfer))
          return "payment_ids" in match
            ? match.payment_ids.includes(row.id)
            : match.is === "unreported" && match.payment_id === row.id
        }))
    )
  }
}
