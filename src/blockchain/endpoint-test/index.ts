export type { EndpointProblem, EndpointProblemCode } from "./endpoint-problem"
export {
  type EndpointTest,
  type ExpectedEndpoint,
  testEndpoint,
} from "./test-endpoint"
