export { resolveOthers, resolveSettled } from "./resolve-open"
export { judgeExact } from "./describe"
export { openExceptions as open } from "./exceptions"
export { readHeld } from "./held"
export { reviewNeverAnswered } from "./never-answered"
export {
  assertResolvable,
  resolveException as resolve,
} from "./resolve-exception"
