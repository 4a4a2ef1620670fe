import { Aggregate } from "../aggregate"
import { listExceptions } from "../lists/list-open-items"
import { openExceptions, resolveBalanced, resolveSettled } from "./exceptions"
import { readHeld } from "./held"
import { reviewNeverAnswered } from "./never-answered"
import { resolveException } from "./resolve-exception"

/** Exceptions, from the first report to the resolution. */
export class ExceptionRepository extends Aggregate {
  readonly open = this.bind(openExceptions)
  readonly list = this.bind(listExceptions)
  readonly readHeld = this.bind(readHeld)
  readonly resolve = this.bind(resolveException)
  readonly resolveBalanced = this.bind(resolveBalanced)
  readonly resolveSettled = this.bind(resolveSettled)
  readonly reviewNeverAnswered = this.bind(reviewNeverAnswered)
}
