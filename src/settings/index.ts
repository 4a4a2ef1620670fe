export { DOLLAR } from "./declarations"
export * from "./derived"
export * from "./durations"
export type { Declaration, FormSection, Kind } from "./kinds"
