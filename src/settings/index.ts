export type { Declaration, FormSection, TimeUnit } from "./declaration"
export * from "./declarations"
export * from "./durations"
export * from "./new-payments"
