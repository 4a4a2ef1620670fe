import { useTranslation } from "react-i18next"
import { addressUrl, chainInfo, transactionUrl } from "../../gateway/chains"
import { CodeText } from "./code-text"

type OnChainProps = {
  chain: string | null
  /** Test payments are not on any network, so they get no link. */
  mode?: string | null
  whole?: boolean
}

/**
 * A network's name, or its code if it is unknown. A dash if there is no
 * network.
 */
export function networkName(chain: string | null): string {
  return chainInfo(chain)?.name ?? chain ?? "—"
}

/** A transaction hash, with a link to the explorer. */
export function TxHash({
  hash,
  chain,
  mode,
  whole,
}: OnChainProps & { hash: string }) {
  const { t } = useTranslation("stablecoin")
  const href = mode === "test" ? null : transactionUrl(chain, hash)
  const explorer = chainInfo(chain)?.explorer.name
  return (
    <CodeText
      text={hash}
      what={t("common.fields.txHash")}
      whole={whole}
      link={
        href
          ? { href, label: t("common.explorer.transaction", { explorer }) }
          : null
      }
    />
  )
}

/**
 * An address, with a link to the explorer.
 *
 * @param what the accessible name, such as "refund address"
 */
export function Address({
  address,
  chain,
  mode,
  what,
  whole,
}: OnChainProps & { address: string; what: string }) {
  const { t } = useTranslation("stablecoin")
  const href = mode === "test" ? null : addressUrl(chain, address)
  const explorer = chainInfo(chain)?.explorer.name
  return (
    <CodeText
      text={address}
      what={what}
      whole={whole}
      link={
        href
          ? { href, label: t("common.explorer.address", { explorer }) }
          : null
      }
    />
  )
}
