export type { EndpointCheck, ExpectedEndpoint } from "./check-endpoint"
export {
  ENDPOINT_PROBLEMS,
  type EndpointProblem,
  endpointProblem,
  type EndpointProblemCode,
} from "./endpoint-problem"
export {
  type EndpointAddress,
  type EndpointTest,
  probeEndpoint,
  testEndpoint,
} from "./test-endpoint"
