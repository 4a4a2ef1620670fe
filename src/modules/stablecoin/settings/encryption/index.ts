export { KeyRing } from "./key-ring"
export { SecretError } from "./secret-error"
