import { RAILS } from "../../../../ledger"
import { WEBHOOK_EVENT_STATUSES } from "../../../../modules/stablecoin/service"
import { listParams, oneOrMore, oneOrMoreOf, text } from "../list-params"

export const listWebhookEventsParams = () =>
  listParams().extend({
    status: oneOrMoreOf(WEBHOOK_EVENT_STATUSES),
    rail: oneOrMoreOf(RAILS),
    event: oneOrMore(text),
  })
