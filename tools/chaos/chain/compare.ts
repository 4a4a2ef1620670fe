import { isSameAmount } from "../../../src/ledger"
import type { OrderEntry } from "../../../packages/sandbox/src"
import type { Bought } from "./purchase"
import type { ChainRecords, Moved, ProofEntry } from "./records"

/**
 * Violations of the laws about the chain:
 *
 * - `unseen`: coins at an address that a buyer was shown, which are not a
 *   deposit that the store has seen: any such deposit is accounted for
 * - `captured_wrongly`: captured without a final and exact transfer of its own
 * - `honest_not_captured`: paid exactly and confirmed, and neither captured for
 *   an order, nor refunded, kept or given up by an edit: Medusa refunds what it
 *   can't order
 * - `cancelled_in_sight`: cancelled by the store while its coins were there, of
 *   which the merchant had used nothing
 */
export const CHAIN_LAWS = [
  "unseen",
  "captured_wrongly",
  "honest_not_captured",
  "cancelled_in_sight",
] as const
export type ChainLaw = (typeof CHAIN_LAWS)[number]

export type ChainViolation = { law: ChainLaw; payment_id: string; why: string }

/** Compares the networks' records with the gateway's, the ledger's and Medusa's. */
export function compareChains(
  records: ChainRecords,
  bought: Bought
): ChainViolation[] {
  return [
    ...unseen(records),
    ...capturedWrongly(records),
    ...honestNotCaptured(records, bought),
    ...cancelledInSight(records, bought),
  ]
}

/** Transfers of the gateway's coins and their look-alikes that buyers made. */
export function shownTransfers({ transfers, payments }: ChainRecords): Moved[] {
  const shown = new Set(payments.map((each) => each.destination_address))
  return transfers.filter(({ to, coin }) => shown.has(to) && !isUnknown(coin))
}

function unseen(records: ChainRecords): ChainViolation[] {
  return shownTransfers(records)
    .filter((transfer) => !seenAs(transfer, records))
    .map((transfer) => ({
      law: "unseen",
      payment_id:
        records.payments.find(
          ({ destination_address }) => destination_address === transfer.to
        )?.id ?? "",
      why: `${nameOf(transfer)} is not a deposit`,
    }))
}

function seenAs({ chain, tx_hash, log_index }: Moved, { seen }: ChainRecords) {
  return seen.find(
    (deposit) =>
      deposit.chain === chain &&
      deposit.tx_hash === tx_hash &&
      deposit.log_index === log_index
  )
}

function capturedWrongly({
  transfers,
  orders,
  payments,
  captured,
}: ChainRecords): ChainViolation[] {
  const used = new Set<string>()
  return payments.flatMap((payment) => {
    if (!captured.includes(payment.session_id)) {
      return []
    }
    const wrongly = (why: string): ChainViolation[] => [
      { law: "captured_wrongly", payment_id: payment.id, why },
    ]
    const order = orders.find(({ orderNo }) => orderNo === payment.id)
    const transfer = transfers.find((each) => isProvenBy(payment, each))
    if (!order || !transfer) {
      return wrongly("captured, and no final transfer is its proof")
    }
    if (!pays(transfer, order)) {
      return wrongly(`captured for ${nameOf(transfer)}`)
    }
    if (used.has(nameOf(transfer))) {
      return wrongly(`captured for a transfer of another payment`)
    }
    used.add(nameOf(transfer))
    return []
  })
}

function honestNotCaptured(
  { transfers, orders, payments, captured }: ChainRecords,
  { honest }: Bought
): ChainViolation[] {
  return orders.flatMap((order) => {
    const { orderNo, payment: confirmed } = order
    if (!orderNo || !confirmed || !honest.has(orderNo)) {
      return []
    }
    const { txHash } = confirmed
    const isOnChain = transfers.some(
      (each) => each.tx_hash === txHash && pays(each, order)
    )
    // At an address of several payments, the chain can't tell whose it is.
    const isShared = orders.some(
      (other) =>
        other.orderNo !== orderNo &&
        other.payment?.txHash === txHash &&
        other.destinationAddress === order.destinationAddress
    )
    const row = payments.find(({ id }) => id === orderNo)
    const isCaptured = captured.some((session) => session === row?.session_id)
    const hasEnded =
      row?.is_used || row?.is_edited || (isCaptured && row?.is_ordered)
    return isOnChain && !isShared && !hasEnded
      ? {
          law: "honest_not_captured",
          payment_id: orderNo,
          why: `paid by ${txHash}, and not captured for an order`,
        }
      : []
  })
}

function cancelledInSight(
  records: ChainRecords,
  { cancelled }: Bought
): ChainViolation[] {
  const { transfers, orders, payments } = records
  return orders.flatMap((order) => {
    const { orderNo, chain, destinationAddress, cancelledAt } = order
    const isOnlyOfOrder =
      orders.filter((each) => each.destinationAddress === destinationAddress)
        .length === 1
    const sent = transfers.find(
      (transfer) =>
        transfer.chain === chain &&
        transfer.to === destinationAddress &&
        !isUnknown(transfer.coin) &&
        transfer.at < new Date(cancelledAt ?? 0) &&
        seenAs(transfer, records)?.payment_id !== null
    )
    // The merchant may have served its buyer, or sent the coins back.
    const isUsed = payments.some(({ id, is_used }) => id === orderNo && is_used)
    return orderNo &&
      sent &&
      isOnlyOfOrder &&
      !isUsed &&
      !cancelled.has(orderNo)
      ? {
          law: "cancelled_in_sight",
          payment_id: orderNo,
          why: `cancelled at ${cancelledAt}, after ${nameOf(sent)} at ${sent.at.toISOString()}`,
        }
      : []
  })
}

function isProvenBy(payment: ProofEntry, transfer: Moved): boolean {
  return (
    payment.proof_status === "proven" &&
    payment.chain === transfer.chain &&
    payment.tx_hash === transfer.tx_hash &&
    payment.log_index === transfer.log_index
  )
}

function pays(transfer: Moved, order: OrderEntry): boolean {
  return (
    transfer.chain === order.chain &&
    transfer.coin === order.currency &&
    transfer.to === order.destinationAddress.toLowerCase() &&
    isSameAmount(transfer.amount, order.amount)
  )
}

/** A contract that the networks don't list is named by its address. */
function isUnknown(coin: string): boolean {
  return coin.startsWith("0x")
}

function nameOf({ chain, tx_hash, log_index, amount, coin }: Moved): string {
  return `${amount} ${coin} on ${chain} (${tx_hash}, log ${log_index})`
}
