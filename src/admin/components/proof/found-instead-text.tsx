import { useTexts } from "../../lib/use-texts"
import { Address } from "../on-chain"
import { foundInstead } from "./found-instead"

type FoundInsteadTextProps = {
  text: string
  chain: string | null
  mode: string | null
}

/** The transfers that contradict a payment, each with its receiver. */
export function FoundInsteadText({ text, chain, mode }: FoundInsteadTextProps) {
  const { t, coins } = useTexts()
  const found = foundInstead(text)
  if (!found) {
    return <span className="break-all">{text}</span>
  }
  return (
    <span className="flex flex-col gap-y-1">
      {found.transfers.map(({ amount, coin, to }, index) => (
        <span key={index} className="flex flex-wrap items-center gap-x-1">
          <span className="break-all">
            {t("proof.to", { sum: amount ? coins(amount, coin) : coin })}
          </span>
          <Address
            address={to}
            chain={chain}
            mode={mode}
            what={t("proof.fields.receiver")}
          />
        </span>
      ))}
      {found.more > 0 && <span>{t("proof.more", { count: found.more })}</span>}
    </span>
  )
}
