import type { TFunction } from "i18next"
import { refundAddress, refundTransfer } from "../../../ledger/refunds"

/**
 * The fields for a refund's address and transfer. `problem` returns the text
 * about a value that the API would reject, and false for a valid one.
 */
export function transferFields(
  t: TFunction<"stablecoin">,
  chain: string | null
) {
  const format = chain ? "chain" : "text"
  return {
    refund_to: {
      hint: t(`refunds.to.${format}`),
      problem: (text: string) =>
        text.trim() !== "" &&
        !refundAddress(chain, text) &&
        t(`refunds.to.wrong.${format}`),
    },
    tx_hash: {
      label: chain ? t("common.fields.txHash") : t("refunds.sent.label"),
      hint: t(`refunds.sent.${format}`),
      problem: (text: string) =>
        text.trim() === ""
          ? t("refunds.sent.missing")
          : !refundTransfer(chain, text) && t(`refunds.sent.wrong.${format}`),
    },
  }
}
