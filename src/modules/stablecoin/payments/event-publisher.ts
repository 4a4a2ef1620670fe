import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { STABLECOIN_EVENTS, type StablecoinEventData } from "./events"
import type { OpenedException } from "../repository/exceptions/exceptions"
import type { Applied } from "../repository/payments/payments"
import type { RefundRow } from "../repository/tables"
import { messageOf } from "../../../shared/message-of"

type Announcement = {
  [Name in keyof StablecoinEventData]: {
    name: Name
    data: StablecoinEventData[Name]
  }
}[keyof StablecoinEventData]

/** The outcome of a write, as far as events are about it. */
type Written = {
  refund?: RefundRow | null
  /** Whether the refund is new. */
  fresh?: boolean
  opened?: readonly OpenedException[]
  applied?: Applied | null
  refused?: string
}

/**
 * Publishes committed changes on Medusa's event bus. No money depends on these
 * events, so a failing bus is only logged.
 */
export class EventPublisher {
  constructor(
    private readonly eventBus: IEventBusModuleService | undefined,
    private readonly logger: Logger
  ) {}

  async announce({
    refund,
    fresh = true,
    opened = [],
    applied,
  }: Written): Promise<void> {
    await this.emit([
      ...(refund?.status === "due" && fresh ? [refundDue(refund)] : []),
      ...opened.map(exceptionOpened),
      ...(applied ? paymentChanged(applied) : []),
    ])
  }

  /** Has a write publish its events once it is committed. */
  announcing<Args extends unknown[], Result extends Written>(
    write: (...args: Args) => Promise<Result>
  ): (...args: Args) => Promise<Result> {
    return async (...args) => {
      const result = await write(...args)
      await this.announce(result)
      return result
    }
  }

  private async emit(announcements: Announcement[]): Promise<void> {
    if (!this.eventBus || !announcements.length) {
      return
    }
    try {
      await this.eventBus.emit<unknown>(announcements)
    } catch (error) {
      const names = announcements.map(({ name }) => name).join(", ")
      this.logger.warn(
        `Stablecoin payments: ${names} could not be announced: ${messageOf(error)}`
      )
    }
  }
}

function paymentChanged({ payment, before, opened }: Applied): Announcement[] {
  const { id, session_id, payment_collection_id, cart_id, rail, status } =
    payment
  const data = { id, session_id, payment_collection_id, cart_id, rail }
  const isEnd =
    status === "paid" || status === "cancelled" || status === "failed"
  return [
    ...(isEnd && status !== before
      ? [{ name: STABLECOIN_EVENTS[status], data }]
      : []),
    ...opened.map(exceptionOpened),
  ]
}

function exceptionOpened(exception: OpenedException): Announcement {
  const { id, kind, reason = null, payment_id } = exception
  return {
    name: STABLECOIN_EVENTS.exceptionOpened,
    data: { id, kind, reason, payment_id },
  }
}

function refundDue(refund: RefundRow): Announcement {
  const { id, payment_id, amount, currency } = refund
  return {
    name: STABLECOIN_EVENTS.refundDue,
    data: { id, payment_id, amount, currency },
  }
}
