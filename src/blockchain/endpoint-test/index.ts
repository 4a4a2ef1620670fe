export type { EndpointCheck, ExpectedEndpoint } from "./check-endpoint"
export {
  ENDPOINT_PROBLEMS,
  type EndpointProblem,
  endpointProblem,
  type EndpointProblemCode,
} from "./endpoint-problem"
export { ENOUGH_LOGS } from "./find-log-range"
export {
  type EndpointAddress,
  type EndpointTest,
  testEndpoint,
} from "./test-endpoint"
