import { ArrowUpRightOnBox } from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import { shorten } from "../lib/format"
import { CopyButton } from "./copy-button"

type CodeTextProps = {
  text: string
  /** The accessible name, such as "transaction hash". */
  what: string
  /** A link to a block explorer. */
  link?: { href: string; label: string } | null
  /** Shows the full text, over several lines if needed. */
  whole?: boolean
}

/** A labeled id. The label is its accessible name. */
export function codeFact(what: string, text: string | null | undefined) {
  return [what, text && <CodeText text={text} what={what} />] as const
}

/** A hash, an address or an id. Shown shortened, and copied in full. */
export function CodeText({ text, what, link, whole }: CodeTextProps) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-x-1">
      <span
        className={clx("txt-compact-small font-mono", whole && "break-all")}
        title={whole ? undefined : text}
      >
        {whole ? text : shorten(text)}
      </span>
      <CopyButton text={text} what={what} />
      {link && (
        <a
          href={link.href}
          target="_blank"
          rel="noreferrer"
          aria-label={link.label}
          title={link.label}
          className="text-ui-fg-subtle hover:text-ui-fg-subtle focus-visible:shadow-borders-focus shrink-0 rounded-md p-1 outline-none"
          onClick={(event) => event.stopPropagation()}
        >
          <ArrowUpRightOnBox />
        </a>
      )}
    </span>
  )
}
