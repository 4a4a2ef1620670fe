export { POST } from "../route"
