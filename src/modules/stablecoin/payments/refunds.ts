import type { Repository } from "../repository"
import type { EventPublisher } from "./event-publisher"

export type Refunds = ReturnType<typeof refundsOf>

/** Writes of refunds that publish events. */
export function refundsOf({ refunds }: Repository, publisher: EventPublisher) {
  return {
    /** Writes the refund due of a Medusa refund, once. */
    record: publisher.announcing(refunds.record),
    /** Writes what is unallocated of a paid payment as a refund due. */
    refundRemainder: publisher.announcing(refunds.refundRemainder),
    /** Returns money that an order does not ask for any more. */
    refundKept: publisher.announcing(refunds.refundKept),
  }
}
