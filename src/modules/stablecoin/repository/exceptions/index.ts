export {
  openExceptions as open,
  resolveBalanced,
  resolveSettled,
} from "./exceptions"
export { readHeld } from "./held"
export { reviewNeverAnswered } from "./never-answered"
export { resolveException as resolve } from "./resolve-exception"
