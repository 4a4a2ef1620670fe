import { useTranslation } from "react-i18next"
import { addressUrl, chainInfo, transactionUrl } from "../../gateway/chains"
import type { Texts } from "../lib/use-texts"
import { CodeText } from "./code-text"

type Network = {
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

/**
 * An address or a transaction hash, with a link to the explorer.
 *
 * @param what the accessible name, such as "refund address"
 */
export function OnChain({
  kind,
  text,
  what,
  network: { chain, mode, whole },
}: {
  kind: "transaction" | "address"
  text: string
  what: string
  network: Network
}) {
  const { t } = useTranslation("stablecoin")
  const urlOf = kind === "address" ? addressUrl : transactionUrl
  const href = mode === "test" ? null : urlOf(chain, text)
  const explorer = chainInfo(chain)?.explorer.name
  const label = t(`common.explorer.${kind}`, { explorer })
  return (
    <CodeText {...{ text, what, whole }} link={href ? { href, label } : null} />
  )
}

/** A labeled address. The label is its accessible name. */
export function addressFact(
  what: string,
  address: string | null | undefined,
  network: Network
) {
  const value = { text: address ?? "", what, network }
  return [what, address && <OnChain kind="address" {...value} />] as const
}

/** A labeled transaction hash. */
export function txHashFact(
  { t }: Pick<Texts, "t">,
  hash: string | null | undefined,
  network: Network
) {
  const what = t("common.fields.txHash")
  const value = { text: hash ?? "", what, network }
  return [what, hash && <OnChain kind="transaction" {...value} />] as const
}
