import { useTranslation } from "react-i18next"
import type { Finality } from "../../../blockchain/finality"
import { chainInfo } from "../../../gateway/chains"
import type { BlockchainSettingValues } from "../../../settings"

/** The finality of all networks, or of each that the config names. */
export function FinalityText({
  value,
}: {
  value: BlockchainSettingValues["finality"] | null
}) {
  const { t } = useTranslation("stablecoin")
  const textOf = (finality: Finality) =>
    typeof finality === "number"
      ? t("settings.value.confirmations", { count: finality })
      : t(`settings.choice.${finality}.name`)
  if (value === null || typeof value !== "object") {
    return value === null ? null : textOf(value)
  }
  return (
    <ul>
      {Object.entries(value).map(([chain, finality]) => (
        <li key={chain}>
          {chainInfo(chain)?.name}: {textOf(finality)}
        </li>
      ))}
    </ul>
  )
}
