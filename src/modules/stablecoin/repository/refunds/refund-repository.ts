import { Aggregate } from "../aggregate"
import { listRefunds, selectRefunds } from "../lists/list-open-items"
import { walkIds } from "../lists/walk-ids"
import { findMissedRefunds } from "../medusa/missed-refunds"
import { refundRemainder, recordRefund } from "./refunds"
import {
  applyRefundProof,
  listRefundsToProve,
  proveRefundAgain,
} from "./prove-refunds"
import { markRefundSent, setRefundTo } from "./send-refund"

/** Refunds, due and sent. */
export class RefundRepository extends Aggregate {
  readonly record = this.bind(recordRefund)
  readonly refundRemainder = this.bind(refundRemainder)
  readonly list = this.bind(listRefunds)
  readonly select = this.bind(selectRefunds)
  readonly walk = this.bind(walkIds)
  readonly setRefundTo = this.bind(setRefundTo)
  readonly markSent = this.bind(markRefundSent)
  readonly listToProve = this.bind(listRefundsToProve)
  readonly applyProof = this.bind(applyRefundProof)
  readonly proveAgain = this.bind(proveRefundAgain)
  readonly findMissed = this.bind(findMissedRefunds)
}
