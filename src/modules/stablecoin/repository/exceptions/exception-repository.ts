import { Aggregate } from "../aggregate"
import { listExceptions } from "../lists/list-open-items"
import {
  hasExceptions,
  listResolutions,
  openExceptions,
  resolveSettled,
} from "./exceptions"
import { reviewNeverAnswered } from "./never-answered"
import { resolveException } from "./resolve-exception"

/** Exceptions, from the first report to the resolution. */
export class ExceptionRepository extends Aggregate {
  readonly open = this.bind(openExceptions)
  readonly list = this.bind(listExceptions)
  readonly existFor = this.bind(hasExceptions)
  readonly listResolutions = this.bind(listResolutions)
  readonly resolve = this.bind(resolveException)
  readonly resolveSettled = this.bind(resolveSettled)
  readonly reviewNeverAnswered = this.bind(reviewNeverAnswered)
}
