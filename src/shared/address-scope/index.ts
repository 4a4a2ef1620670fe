export { isPublicAddress } from "./public-address"
export { PRIVATE_ADDRESS, publicLookup } from "./public-lookup"
export { isPublicHost, publicUrlProblem } from "./public-url"
