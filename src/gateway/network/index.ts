export { PRIVATE_ADDRESS, publicLookup } from "./public-lookup"
export { publicUrlProblem } from "./public-url"
