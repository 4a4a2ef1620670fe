export * from "./declarations"
export * from "./durations"
export * from "./new-payments"
