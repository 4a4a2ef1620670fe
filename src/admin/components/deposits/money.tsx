import { Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminDeposit } from "../../../http-types"
import { Nothing, Rows } from "../section"
import { DepositRows } from "./deposit-rows"

type MoneyProps = { deposits: readonly AdminDeposit[] }

/** Deposits, such as those of a payment. */
export function Money({ deposits }: MoneyProps) {
  const { t } = useTranslation("stablecoin")
  return deposits.length ? (
    deposits.map((deposit) => (
      <div key={deposit.id} className="[&>dl>div:first-child]:bg-ui-bg-subtle">
        <Rows>
          <DepositRows deposit={deposit} />
        </Rows>
      </div>
    ))
  ) : (
    <Nothing>{t("deposits.none")}</Nothing>
  )
}

/** Deposits with a heading, as a part of a drawer or a section. */
export function MoneySection({
  level,
  deposits,
}: MoneyProps & { level: "h2" | "h3" }) {
  const { t } = useTranslation("stablecoin")
  return (
    <section aria-label={t("deposits.money")} className="divide-y">
      <Heading level={level} className="px-6 py-4">
        {t("deposits.money")}
      </Heading>
      <Money deposits={deposits} />
    </section>
  )
}
