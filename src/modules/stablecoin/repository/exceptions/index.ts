export { resolveOthers, resolveSettled } from "./automatic-resolutions"
export { judgeExact, openExceptions as open } from "./exceptions"
export { readHeld } from "./held"
export { reviewNeverAnswered } from "./never-answered"
export {
  readRefusedPairs,
  recordRefusedPair,
  resolveRefusedPair,
} from "./refused-pairs"
export { refusalOf, resolveException as resolve } from "./resolve-exception"
