import type { TFunction } from "i18next"
import type { AdminException } from "../../../http-types"
import {
  EXCEPTION_PROBLEMS,
  type ExceptionName,
  nameOf,
} from "../../../ledger/exceptions"

type Problem = Pick<AdminException, "kind" | "reason">

/**
 * The title, explanation and remedy of an exception. The store may run a newer
 * API than this page: an unknown problem is its own title.
 */
export function problemText(t: TFunction<"stablecoin">, problem: Problem) {
  const name = nameOf(problem)
  return isKnown(name)
    ? {
        title: t(`exceptions.kind.${name}.title`),
        happened: t(`exceptions.kind.${name}.happened`),
        todo: t(`exceptions.kind.${name}.todo`),
      }
    : { title: name, happened: null, todo: null }
}

function isKnown(name: string): name is ExceptionName {
  return EXCEPTION_PROBLEMS.some((known) => nameOf(known) === name)
}
