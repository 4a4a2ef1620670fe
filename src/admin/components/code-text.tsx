import { ArrowUpRightOnBox } from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import { useContext } from "react"
import { useTranslation } from "react-i18next"
import { addressUrl, chainInfo, transactionUrl } from "../../gateway/chains"
import { shorten } from "../lib/format"
import { CopyButton } from "./copy"
import { ValueLabel } from "./section"

type CodeTextProps = {
  text: string
  /** The page of it in a block explorer. */
  href?: string | null
  /** The name of that link. */
  linkLabel?: string
  /** Shows the full text, over several lines if needed. */
  whole?: boolean
}

/** A hash, an address or an id. Shown shortened, and copied in full. */
export function CodeText({ text, href, linkLabel, whole }: CodeTextProps) {
  const what = useContext(ValueLabel)
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-x-1">
      <span
        className={clx("txt-compact-small font-mono", whole && "break-all")}
        title={whole ? undefined : text}
      >
        {whole ? text : shorten(text)}
      </span>
      <CopyButton text={text} what={what} />
      {href && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={linkLabel}
          title={linkLabel}
          className="text-ui-fg-subtle hover:text-ui-fg-subtle focus-visible:shadow-borders-focus shrink-0 rounded-md p-1 outline-none"
          onClick={(event) => event.stopPropagation()}
        >
          <ArrowUpRightOnBox />
        </a>
      )}
    </span>
  )
}

/** An id, if it is known. */
export function codeOf(text: string | null | undefined) {
  return text && <CodeText text={text} />
}

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

/** An address, if it is known, with a link to the explorer. */
export function addressOf(text: string | null | undefined, network: Network) {
  return text && <OnChain kind="address" {...{ text, ...network }} />
}

/** A transaction hash, if it is known, with a link to the explorer. */
export function hashOf(text: string | null | undefined, network: Network) {
  return text && <OnChain kind="transaction" {...{ text, ...network }} />
}

type OnChainProps = Network & { kind: "transaction" | "address"; text: string }

function OnChain({ kind, text, chain, mode, whole }: OnChainProps) {
  const { t } = useTranslation("stablecoin")
  const urlOf = kind === "address" ? addressUrl : transactionUrl
  const explorer = chainInfo(chain)?.explorer.name
  return (
    <CodeText
      {...{ text, whole }}
      href={mode === "test" ? null : urlOf(chain, text)}
      linkLabel={t(`common.explorer.${kind}`, { explorer })}
    />
  )
}
