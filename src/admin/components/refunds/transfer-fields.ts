import type { TFunction } from "i18next"
import type { AdminRefund } from "../../../http-types"
import { refundAddress, refundProof } from "../../../ledger/refund-proof"

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
          : !refundProof(chain, text) && t(`refunds.sent.wrong.${format}`),
    },
  }
}

/**
 * Whether a refund's form needs the address. A network's transfer is looked up
 * by it: otherwise a wrong hash could not be corrected. The API keeps a stored
 * address that is blank here.
 */
export function needsAddress(
  intent: "address" | "sent",
  { chain, refund_to }: Pick<AdminRefund, "chain" | "refund_to">
): boolean {
  return intent === "address" || chain !== null || refund_to !== null
}
