import { CHAIN_INFO } from "../../../gateway/chains"
import { type Limits, limitsOf } from "../../../settings"
import { type Region, useRegions, useSettings } from "../../lib/settings"
import { useMessage } from "../../lib/use-message"
import { useTexts } from "../../lib/use-texts"
import { Nothing } from "../section"
import { SmallTable } from "../small-table"
import { EditableSection } from "./editable-section"
import { RulesForm } from "./rules-form"

/** The coins and amounts of each region, which follow from the rules. */
export function RulesSection() {
  const { t } = useTexts()
  const { data: regions = [], error } = useRegions()
  const message = useMessage()
  const rowsOf = useRowsOf()
  return (
    <EditableSection
      title={t("settings.rules.title")}
      text={t("settings.rules.text")}
      setting={useSettings().general.rules}
      form={(onClose) => <RulesForm {...{ regions, onClose }} />}
    >
      {error && <Nothing>{message(error)}</Nothing>}
      <SmallTable
        label={t("settings.rules.title")}
        header={[
          t("settings.rules.region"),
          t("settings.rules.chain"),
          t("settings.coins.title"),
          t("common.fields.amount"),
        ]}
        rows={regions.flatMap(rowsOf)}
      />
    </EditableSection>
  )
}

/** The rows of a region: one for all networks that take the same. */
function useRowsOf() {
  const { t, amount } = useTexts()
  const { general, onchain } = useSettings()
  const networks = Object.values(CHAIN_INFO).filter(
    ({ code }) => onchain.chains.value?.[code]
  )
  const amountsText = ({ coins, min, max }: Limits) =>
    coins.length === 0
      ? "—"
      : t(`settings.rules.${Number(min) ? "from" : "any"}${max ? "To" : ""}`, {
          min: amount(min ?? "0"),
          max: amount(max ?? "0"),
        })
  return ({ id, name, currency_code }: Region) => {
    const sold = general.currencies.value?.[currency_code] ?? []
    const names = new Map<string, string[]>()
    for (const network of [null, ...networks]) {
      const chain = network?.code ?? null
      const takes = chain && onchain.chains.value?.[chain]
      const limits = limitsOf(
        general.rules.value ?? [],
        id,
        chain,
        sold.filter((coin) => !takes || takes.includes(coin))
      )
      const coins = limits.coins.join(", ") || t("settings.no")
      const taken = JSON.stringify([coins, amountsText(limits)])
      const others = names.get(taken) ?? []
      names.set(taken, [...others, network?.name ?? t("common.rail.hosted")])
    }
    return [...names].map(([taken, of], index) =>
      [
        index === 0 ? name : "",
        names.size === 1 ? t("settings.rules.all.networks") : of.join(", "),
        ...(JSON.parse(taken) as string[]),
      ].map((text, column) => (
        <span
          key={column}
          className={column === 1 ? "block py-2" : "whitespace-nowrap"}
        >
          {text}
        </span>
      ))
    )
  }
}
