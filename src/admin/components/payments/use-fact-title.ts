import { useTranslation } from "react-i18next"
import type { AdminFact, AdminPaymentDetail } from "../../../http-types"
import type { Fact } from "../../../ledger/facts"
import { shorten } from "../../lib/format"
import { useFormat } from "../../lib/use-format"
import { useCoinsText } from "../use-coins-text"
import type { Tone } from "./timeline-item"

type TitleOf = {
  fact: AdminFact
  payment: Pick<AdminPaymentDetail, "amount" | "currency" | "chain">
}

/** The title of a fact in the timeline, and whether it is good news. */
export function useFactTitle({ fact, payment }: TitleOf): {
  title: string
  tone: Tone
} {
  const { t } = useTranslation("stablecoin")
  const { count } = useFormat()
  const coinsText = useCoinsText()
  const { kind, money, proof, transfer, status_before, status_after } = fact
  const isPaid = status_before !== "paid" && status_after === "paid"
  const isOther = kind === "paid" && status_after !== "paid"
  const tone = isPaid ? "good" : isOther ? "bad" : "neutral"
  if (money) {
    const [sum, due] = [coinsText(money), coinsText(payment)]
    const isDue = sum === due
    return {
      title: isDue
        ? t("payments.paidFact", { sum })
        : t("payments.otherPaidFact", { sum, due }),
      tone: isDue || isPaid ? tone : "bad",
    }
  }
  if (proof) {
    const { status, block_number, sender } = proof
    return {
      title: t(`proof.fact.${status}`, {
        block: block_number === null ? "—" : count(block_number),
        sender: sender ? shorten(sender) : "—",
      }),
      tone: PROOF_TONES[status],
    }
  }
  if (transfer) {
    const { amount, coin: currency, chain, from } = transfer
    return {
      title: t("proof.fact.seen", {
        sum: coinsText({ amount, currency, chain }),
        sender: from ? shorten(from) : "—",
      }),
      tone: "bad",
    }
  }
  // A fact without a translation is shown by its name.
  const title = String(
    t(`payments.fact.${kind as Fact["kind"]}`, { defaultValue: kind })
  )
  return { title, tone }
}

const PROOF_TONES: Record<NonNullable<AdminFact["proof"]>["status"], Tone> = {
  not_found: "neutral",
  found: "neutral",
  contradicted: "bad",
  proven: "good",
}
