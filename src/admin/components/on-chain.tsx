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
export function TxHash({ hash, ...chain }: OnChainProps & { hash: string }) {
  const { t } = useTranslation("stablecoin")
  const href = transactionUrl(chain.chain, hash)
  const what = t("common.fields.txHash")
  return (
    <Linked text={hash} kind="transaction" {...chain} {...{ href, what }} />
  )
}

/**
 * An address, with a link to the explorer.
 *
 * @param what the accessible name, such as "refund address"
 */
export function Address({
  address,
  ...chain
}: OnChainProps & { address: string; what: string }) {
  const href = addressUrl(chain.chain, address)
  return <Linked text={address} kind="address" href={href} {...chain} />
}

/** A labeled address. The label is its accessible name. */
export function addressFact(
  what: string,
  address: string | null | undefined,
  { chain, mode }: OnChainProps
) {
  const link = { chain, mode, what }
  return [what, address && <Address address={address} {...link} />] as const
}

function Linked({
  kind,
  href,
  chain,
  mode,
  ...text
}: OnChainProps & {
  kind: "transaction" | "address"
  text: string
  what: string
  href: string | null
}) {
  const { t } = useTranslation("stablecoin")
  const explorer = chainInfo(chain)?.explorer.name
  const label = t(`common.explorer.${kind}`, { explorer })
  const link = href && mode !== "test" ? { href, label } : null
  return <CodeText {...text} link={link} />
}
