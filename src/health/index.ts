export { CHECKS } from "./checks"
export { type CheckHealthInput, openContext } from "./context"
export { runChecks } from "./run-checks"
