export {
  type Declaration,
  DOLLAR,
  type FormSection,
  type TimeUnit,
} from "./declarations"
export * from "./derived"
export * from "./durations"
export * from "./new-payments"
