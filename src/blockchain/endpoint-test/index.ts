export type { ExpectedEndpoint } from "./check-endpoint"
export {
  type EndpointProblem,
  endpointProblem,
  type EndpointProblemCode,
} from "./endpoint-problem"
export { ENOUGH_LOGS } from "./find-log-range"
export { type EndpointTest, testEndpoint } from "./test-endpoint"
