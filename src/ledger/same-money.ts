import type { ExceptionDraft } from "./exceptions"
import { isAboutOtherMoney } from "./unassigned-money"

/** Fields of an exception that identify the money it reports. */
export type KnownReport = Pick<ExceptionDraft, "key"> & {
  details: ExceptionDraft["details"] | null
}

export type MatchedReport = {
  draft: ExceptionDraft
  /** Key of the exception that gets the draft's key and transaction hash. */
  completes?: string
}

/**
 * Matches a draft with exceptions of the same kind and payment. A report
 * without a transaction hash and one with a hash are about the same money if
 * everything else is equal. Two hashes are two transfers.
 *
 * @param known exceptions of the draft's kind and payment, oldest first
 */
export function matchReport(
  draft: ExceptionDraft,
  known: readonly KnownReport[]
): MatchedReport {
  if (!isAboutOtherMoney(draft) || known.some(({ key }) => key === draft.key)) {
    return { draft }
  }
  const hashless = hashlessKey(draft)
  if (hashless !== draft.key) {
    return known.some(({ key }) => key === hashless)
      ? { draft, completes: hashless }
      : { draft }
  }
  const named = known.find((each) => hashlessKey(each) === hashless)
  if (!named) {
    return { draft }
  }
  const tx_hash = named.details?.tx_hash ?? null
  const details = { ...draft.details, tx_hash }
  return { draft: { ...draft, key: named.key, details } }
}

/** Key that the same report has without its transaction hash. */
function hashlessKey({ key, details }: KnownReport): string {
  const end = details?.tx_hash ? `/${details.tx_hash.toLowerCase()}` : ""
  return end && key.endsWith(end) ? key.slice(0, -end.length) : key
}
