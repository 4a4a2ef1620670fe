import { Heading } from "@medusajs/ui"
import type { AdminDeposit } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { Facts, Nothing } from "../section"
import { depositFacts } from "./deposit-facts"

type MoneyProps = { deposits: readonly AdminDeposit[] }

/** Deposits, such as those of a payment. */
export function Money({ deposits }: MoneyProps) {
  const texts = useTexts()
  return deposits.length ? (
    deposits.map((deposit) => (
      <div key={deposit.id} className="[&>dl>div:first-child]:bg-ui-bg-subtle">
        <Facts facts={depositFacts(texts, deposit)} />
      </div>
    ))
  ) : (
    <Nothing>{texts.t("deposits.none")}</Nothing>
  )
}

/** Deposits with a heading, as a part of a drawer or a section. */
export function MoneySection({
  level,
  deposits,
}: MoneyProps & { level: "h2" | "h3" }) {
  const { t } = useTexts()
  return (
    <section aria-label={t("deposits.money")} className="divide-y">
      <Heading level={level} className="px-6 py-4">
        {t("deposits.money")}
      </Heading>
      <Money deposits={deposits} />
    </section>
  )
}
